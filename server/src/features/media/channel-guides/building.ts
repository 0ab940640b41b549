/** Collects a guide's programmes of the next hours, with limits on channels and entries. [CG4] [CG5] [CG6] */
import { foldId, foldName } from './matching.ts';
import type { XmltvChannel, XmltvProgramme } from './xmltv.ts';
import { xmltvTime } from './xmltv-time.ts';

/** Most channels of a guide, names and entries of a channel, and entries and characters of the whole guide. */
const maxChannels = 10_000;
const maxNames = 16;
const maxOfChannel = 100;
const maxEntries = 100_000;
const maxLetters = 8_000_000;
/** How far ahead entries are stored, in milliseconds: a guide is read again a few times a day. */
const aheadMs = 36 * 60 * 60_000;
/** Oldest start of an entry without an end, in milliseconds before now. */
const longestMs = 24 * 60 * 60_000;

/** A stored entry. */
export interface StoredProgramme {
  /** In whole milliseconds since 1970. */
  readonly startMs: number;
  readonly endMs: number;
  readonly title: string;
  readonly subtitle: string;
}

/** A stored channel. */
export interface StoredChannel {
  readonly id: string;
  /** Normalized by `foldName`. */
  readonly names: readonly string[];
  readonly programmes: readonly StoredProgramme[];
}

interface Entry extends Omit<StoredProgramme, 'endMs'> {
  readonly endMs: number | undefined;
}

interface Building {
  readonly names: Set<string>;
  readonly entries: Entry[];
}

export function makeGuideBuilder(nowMs: number) {
  const channels = new Map<string, Building>();
  let [count, letters] = [0, 0];

  function channelOf(id: string): Building | undefined {
    const key = foldId(id);
    const found = channels.get(key);
    if (found || key === '' || channels.size >= maxChannels) return found;
    const made = { names: new Set<string>(), entries: [] };
    channels.set(key, made);
    return made;
  }

  return {
    onChannel({ id, names }: XmltvChannel): void {
      const channel = channelOf(id);
      for (const name of names) if (channel && channel.names.size < maxNames) channel.names.add(foldName(name));
    },
    onProgramme({ channel: id, start, stop, title, subtitle }: XmltvProgramme): void {
      const startMs = xmltvTime(start);
      const stopMs = xmltvTime(stop);
      if (startMs === undefined || title === '') return;
      const endMs = stopMs !== undefined && stopMs > startMs ? stopMs : undefined;
      if (startMs > nowMs + aheadMs || (endMs ?? startMs + longestMs) <= nowMs) return;
      const entries = channelOf(id)?.entries;
      if (!entries || entries.length >= maxOfChannel || count >= maxEntries || letters >= maxLetters) return;
      entries.push({ startMs, endMs, title, subtitle });
      count += 1;
      letters += title.length + subtitle.length;
    },
    /** The channels read so far. */
    channels: (): StoredChannel[] =>
      [...channels].map(([id, { names, entries }]) => ({
        id,
        names: [...names].filter((name) => name !== ''),
        programmes: inSequence(entries).filter(({ endMs }) => endMs > nowMs),
      })),
  };
}

/**
 * Entries in the order of time, without overlaps. Of several with the same start, the first one counts. An entry
 * without an end lasts until the next one, and is dropped if there is none. Pure. [CG6]
 */
function inSequence(entries: readonly Entry[]): StoredProgramme[] {
  const sorted = entries.toSorted((a, b) => a.startMs - b.startMs);
  const distinct = sorted.filter(({ startMs }, place) => startMs !== sorted[place - 1]?.startMs);
  return distinct.flatMap((entry, place) => {
    const next = distinct[place + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const endMs = Math.min(entry.endMs ?? Number.POSITIVE_INFINITY, next);
    return Number.isFinite(endMs) ? [{ ...entry, endMs }] : [];
  });
}
