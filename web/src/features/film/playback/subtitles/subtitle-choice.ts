import type { PlaybackSubtitle } from '@matinee/contract/gen/api.ts';
import { useEffect, useState } from 'react';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { makeStoredChoice, useStoredChoice } from '../../../../ui/stored-choice.ts';
import { useChosenInfo } from '../playback.port.ts';
import { findTrack, trackKey } from '../source/preferences.ts';
import type { Cue } from './cue.ts';

/** Sizes of subtitles, in percent of the player's height. */
export const subtitleSizes = { small: '3.5cqh', normal: '4.5cqh', large: '6.5cqh' } as const;
export type SubtitleSize = keyof typeof subtitleSizes;

/** The size that this person chose. */
export const subtitleSize = makeStoredChoice<SubtitleSize>('matinee.subtitleSize', (stored) =>
  stored !== null && stored in subtitleSizes ? (stored as SubtitleSize) : 'normal',
);

const off = 'off';
/** The subtitles that this person wants, as a `trackKey` or `off`; empty: the item's default. [SY52] */
const wantedSubtitles = makeStoredChoice<string>('matinee.subtitles', (stored) => stored ?? '');

/** Subtitles from this person's own file. */
export interface OwnSubtitles {
  readonly name: string;
  readonly cues: readonly Cue[];
}

/** The subtitles of the item as this person sees them. */
export interface Subtitles {
  readonly available: readonly PlaybackSubtitle[];
  /** An index of `available`; `own`: the person's file; undefined: none. */
  readonly chosen: number | 'own' | undefined;
  readonly own: OwnSubtitles | undefined;
  /** How much later than in their file the subtitles show, in seconds; negative: earlier. */
  readonly delaySeconds: number;
  choose(chosen: number | 'own' | undefined): void;
  setDelay(seconds: number): void;
  /** Shows the subtitles of a file until another item plays. @throws Error when the file has none */
  open(file: File): Promise<void>;
}

/** Remembers the subtitles that this person wants, and finds them in each item. [SY52] */
export function useSubtitles(room: RoomConnection, mediaId: string | undefined): Subtitles {
  const info = useChosenInfo(room);
  const wanted = useStoredChoice(wantedSubtitles);
  const [own, setOwn] = useState<OwnSubtitles>();
  const [isOwnShown, setOwnShown] = useState(false);
  const [delaySeconds, setDelay] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file and a delay belong to one item
  useEffect(() => {
    setOwn(undefined);
    setOwnShown(false);
    setDelay(0);
  }, [mediaId]);
  const available = info?.subtitles ?? [];
  return {
    available,
    chosen: isOwnShown ? 'own' : wantedIndex(available, wanted, info?.default_subtitle_index),
    own,
    delaySeconds,
    choose(chosen) {
      setOwnShown(chosen === 'own');
      if (chosen === 'own') return;
      const track = chosen === undefined ? undefined : available[chosen];
      wantedSubtitles.set(track === undefined ? off : trackKey(track));
    },
    setDelay,
    async open(file) {
      const { readCues } = await import('./cues.ts');
      const cues = await readCues(await decodeFile(file));
      if (cues.length === 0) throw new Error('no cues');
      setOwn({ name: file.name, cues });
      setOwnShown(true);
    },
  };
}

/** The index of the subtitles to show for an item. Pure. [SY52] */
export function wantedIndex(
  available: readonly PlaybackSubtitle[],
  wanted: string,
  byDefault: number | undefined,
): number | undefined {
  if (wanted === off) return undefined;
  if (wanted === '') return byDefault;
  const track = findTrack(available, wanted);
  return track && available.indexOf(track);
}

/** Old files are not in UTF-8. In Western languages most are in Windows-1252, which decodes any bytes. */
async function decodeFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
