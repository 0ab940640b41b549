/**
 * Tells upstreams how far rooms have watched, where the owner of the account agreed. A room that watches an item is one playing there. Of
 * all replicas with viewers one reports at a time, and each report renews a lease: when the last viewer has gone, by leaving or with the
 * replica, another replica or the same one ends the playing. [PV35]
 *
 * The leases are in the key-value store. While it cannot be reached nothing is reported; upstreams end playings that are silent by
 * themselves.
 */
import type { Clock } from '../../../../kernel/clock.ts';
import type { Log } from '../../../../kernel/log.ts';
import type { Keys } from '../../../../store/key-value/key-value.ts';

/** Upstream is told this often, in milliseconds: as often as the players of Jellyfin and Emby do. */
export const reportEveryMs = 10_000;
/** A playing that no report has renewed for so long is ended, in milliseconds. */
export const leaseMs = 45_000;

/** What a room plays at this moment. */
export interface Playing {
  readonly mediaId: string;
  readonly positionSeconds: number;
  readonly isPaused: boolean;
}

/** A playing that upstream was told of, as replicas share it. */
export interface Told extends Playing {
  readonly sessionId: string;
  readonly upstreamSession: string | undefined;
}

export interface WatchReportParts {
  readonly keyValue: Pick<Keys, 'set' | 'hashSet' | 'hashDelete' | 'hashAll'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly newSessionId: () => string;
  /** Connections to the room in this process. */
  readonly audience: (roomId: string) => number;
  readonly findPlaying: (roomId: string) => Promise<Playing | undefined>;
  /** Whether the item's upstream takes reports, and its adder agreed. */
  readonly areWanted: (roomId: string, mediaId: string) => Promise<boolean>;
  /** What upstream itself calls a playing that begins. */
  readonly beginSession: (roomId: string, mediaId: string) => Promise<string | undefined>;
  readonly send: (roomId: string, kind: 'start' | 'progress' | 'stop', told: Told) => Promise<void>;
}

type Entry = Told & { readonly renewedAtMs: number };

/** The hash of all playings: by room what was told last. */
const toldKey = 'provider-reports';
/** Most items of which this process remembers whether their upstreams take reports. */
const maxKnown = 5_000;

export interface WatchReports {
  /** A player in the room says that it plays this item. */
  onWatched(roomId: string, mediaId: string): void;
  start(): void;
  stop(): void;
  /** Reports what is due. Never rejects. */
  beat(): Promise<void>;
}

/** Tells upstream about one room. */
function makeTelling({ keyValue, clock, ...parts }: WatchReportParts) {
  /** Of all replicas one wins. */
  const claim = (name: string, ttlMs: number) => keyValue.set(`${toldKey}:${name}`, '1', { ttlMs, ifAbsent: true });

  async function end(roomId: string, entry: Entry): Promise<void> {
    if (!(await claim(`end:${entry.sessionId}`, leaseMs))) return;
    await keyValue.hashDelete(toldKey, roomId);
    await parts.send(roomId, 'stop', entry);
  }

  /** False: the room watches nothing of which upstream is told. */
  async function report(roomId: string, entry: Entry | undefined): Promise<boolean> {
    // A little less than the interval, so that the next beat is not lost by a late timer.
    if (!(await claim(roomId, reportEveryMs * 0.9))) return true;
    const playing = await parts.findPlaying(roomId);
    const isSame = entry !== undefined && entry.mediaId === playing?.mediaId;
    if (entry && !isSame) await end(roomId, entry);
    if (!playing || !(await parts.areWanted(roomId, playing.mediaId))) return false;
    const session = isSame
      ? entry
      : { sessionId: parts.newSessionId(), upstreamSession: await parts.beginSession(roomId, playing.mediaId) };
    const { sessionId, upstreamSession } = session;
    const told: Entry = { ...playing, sessionId, upstreamSession, renewedAtMs: clock.nowMs() };
    // Kept for long: who finds it old ends the playing.
    await keyValue.hashSet(toldKey, roomId, JSON.stringify(told), leaseMs * 20);
    await parts.send(roomId, isSame ? 'progress' : 'start', told);
    return true;
  }

  return { end, report };
}

export function makeWatchReports(parts: WatchReportParts): WatchReports {
  const { keyValue, clock, log, audience } = parts;
  const { end, report } = makeTelling(parts);
  /** Rooms with viewers in this process that watch something of which upstream is told. */
  const watched = new Set<string>();
  /** By room and item; undefined while it is looked up. */
  const wanted = new Map<string, boolean | undefined>();
  let cancel: (() => void) | undefined;
  let isBeating = false;

  async function look(roomId: string, mediaId: string): Promise<void> {
    const name = `${roomId} ${mediaId}`;
    if (!wanted.has(name)) {
      wanted.set(name, undefined);
      if (wanted.size > maxKnown) wanted.delete(wanted.keys().next().value!);
      wanted.set(name, await parts.areWanted(roomId, mediaId));
    }
    if (wanted.get(name)) watched.add(roomId);
  }

  async function tellOf(roomId: string, entry: Entry | undefined): Promise<void> {
    if (audience(roomId) === 0 || !(await report(roomId, entry))) watched.delete(roomId);
  }

  /** Nobody waits for a report, and a room plays without it. */
  async function quietly(work: Promise<void>): Promise<void> {
    await work.catch((err) => log.info({ err }, 'an upstream could not be told what a room watches'));
  }

  async function tellOfAll(): Promise<void> {
    const known = await keyValue.hashAll(toldKey);
    const entries = new Map([...known].map(([roomId, text]) => [roomId, JSON.parse(text) as Entry]));
    for (const roomId of [...watched]) await quietly(tellOf(roomId, entries.get(roomId)));
    for (const [roomId, entry] of entries)
      if (!watched.has(roomId) && clock.nowMs() - entry.renewedAtMs > leaseMs) await quietly(end(roomId, entry));
  }

  async function beat(): Promise<void> {
    // One upstream that is slow must not let beats pile up.
    if (isBeating) return;
    isBeating = true;
    await quietly(tellOfAll());
    isBeating = false;
  }

  return {
    onWatched(roomId, mediaId) {
      if (watched.has(roomId)) return;
      // What failed is looked up again with the next report.
      void quietly(
        look(roomId, mediaId).finally(
          () => wanted.get(`${roomId} ${mediaId}`) ?? wanted.delete(`${roomId} ${mediaId}`),
        ),
      );
    },
    start() {
      cancel = clock.every(reportEveryMs, () => void beat());
    },
    stop: () => cancel?.(),
    beat,
  };
}
