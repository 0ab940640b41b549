import { maxFileBytes } from '@matinee/subtitles/cue.ts';
import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../../../client/room/hooks.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { makeStore, type Store, type WritableStore } from '../../../../client/store.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { makeStoredChoice, useStoredChoice } from '../../../../ui/stored-choice.ts';
import { findTrack, trackKey } from '../source/preferences.ts';
import { makeSeriesChoice } from '../source/series-choice.ts';
import type { PlayerHandle } from '../use-player.ts';
import type { VideoPlace } from '../use-video.ts';
import type { ReadFile, SubtitleFile } from './read-file.ts';
import type { DrawingState } from './styled/drawing.ts';
import type { SharedSource, SubtitleOption } from './subtitle-option.ts';
import { type FilmSubtitles, useFilmSubtitles } from './use-film-subtitles.ts';
import { useOptionFile, useReadFile } from './use-subtitle-file.ts';
import { useSubtitleOptions } from './use-subtitle-options.ts';

/** Sizes of subtitles, in percent of the player's height. */
export const subtitleSizes = { small: '3.5cqh', normal: '4.5cqh', large: '6.5cqh' } as const;
export type SubtitleSize = keyof typeof subtitleSizes;

/** The size that this person chose. */
export const subtitleSize = makeStoredChoice<SubtitleSize>('matinee.subtitleSize', (stored) =>
  stored !== null && stored in subtitleSizes ? (stored as SubtitleSize) : 'normal',
);

const off = 'off';
/** The subtitles that this person wants, as a `trackKey` or `off`; empty: the item's default. [SY52] [SY95] */
const wantedSubtitles = makeSeriesChoice('matinee.subtitles');

/** Subtitles from this person's own file. */
export interface OwnSubtitles extends SubtitleFile {
  readonly name: string;
}

/** The subtitles of the item as this person sees them. */
export interface Subtitles {
  readonly available: readonly SubtitleOption[];
  /** An index of `available`; `own`: the person's file; undefined: none. */
  readonly chosen: number | 'own' | undefined;
  readonly own: OwnSubtitles | undefined;
  /** The item to which they belong. */
  readonly mediaId: string | undefined;
  /** Set when subtitles are chosen that a member gave to everybody. */
  readonly shared: SharedSource | undefined;
  /** What is shown; undefined: nothing, or not yet. */
  readonly read: ReadFile | undefined;
  /** The server's path of the chosen track inside of the film; undefined: the chosen subtitles are of another kind. */
  readonly path: string | undefined;
  /** How drawing the subtitles with their styles goes, where this person wants styles. */
  readonly drawing: WritableStore<DrawingState>;
  /** Subtitles that are pictures; undefined: the chosen ones are text. */
  readonly pictures: FilmSubtitles['pictures'] | undefined;
  /** The encoding that the person chose; undefined: it is found. */
  readonly encoding: string | undefined;
  /** How much later than in their file the subtitles show, in seconds; negative: earlier. */
  readonly delaySeconds: number;
  choose(chosen: number | 'own' | undefined): void;
  chooseEncoding(encoding: string | undefined): void;
  setDelay(seconds: number): void;
  /** Shows the subtitles of a file until another item plays. @throws Error when the file has none */
  open(file: File): Promise<void>;
  /** Switches from the person's own file to the same subtitles, now given to everybody under this name and language. */
  showShared(track: Pick<SubtitleOption, 'name' | 'language'>): void;
}

/**
 * Remembers the subtitles that this person wants, and finds them in each item. [SY52]
 */
export function useSubtitles(
  room: RoomConnection,
  { mediaId, tracks, texts }: Pick<PlayerHandle, 'mediaId' | 'tracks' | 'texts'>,
  place: Store<VideoPlace>,
): Subtitles {
  const { t } = useTranslation('playback');
  const wanted = useStoredChoice(wantedSubtitles);
  const [own, setOwn] = useState<OwnSubtitles>();
  const [isOwnShown, setOwnShown] = useState(false);
  const [delaySeconds, setDelay] = useState(0);
  const [encoding, chooseEncoding] = useState<string>();
  const [drawing] = useState(() => makeStore<DrawingState>('loading'));
  const { available, byDefault } = useSubtitleOptions(room, mediaId, tracks);
  const chosen = isOwnShown ? 'own' : wantedIndex(available, wanted, byDefault);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file and a delay belong to one item
  useEffect(() => {
    setOwn(undefined);
    setOwnShown(false);
    setDelay(0);
  }, [mediaId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an encoding belongs to one file
  useEffect(() => chooseEncoding(undefined), [mediaId, chosen, own]);
  const option = typeof chosen === 'number' ? available[chosen] : undefined;
  const tellFailure = () => showToast(t('subtitles.failed'), 'danger');
  const file = useOptionFile(room, option, tellFailure);
  const fromFile = useReadFile(chosen === 'own' ? own : file, encoding, tellFailure);
  const fromFilm = useTrackCues(option, texts);
  const parts = useFilmSubtitles(room.api, option, place, delaySeconds, tellFailure);
  const fromParts = parts && { cues: parts.cues, encoding: 'utf-8', script: parts.script };
  return {
    available,
    chosen,
    own,
    mediaId,
    shared: option && 'sharedId' in option.source ? option.source : undefined,
    read: fromFilm ?? fromParts ?? fromFile,
    path: option && 'path' in option.source ? option.source.path : undefined,
    drawing,
    pictures: parts && parts.pictures.length > 0 ? parts.pictures : undefined,
    encoding,
    delaySeconds,
    choose(choice) {
      setOwnShown(choice === 'own');
      if (choice === 'own') return;
      const track = choice === undefined ? undefined : available[choice];
      wantedSubtitles.set(track === undefined ? off : trackKey(track));
    },
    chooseEncoding,
    setDelay,
    open: useOpenFile(mediaId, (opened) => {
      setOwn(opened);
      setOwnShown(true);
    }),
    showShared(track) {
      setOwn(undefined);
      setOwnShown(false);
      wantedSubtitles.set(trackKey(track));
    },
  };
}

/** Opens a file, and shows it unless another item plays by then. */
function useOpenFile(mediaId: string | undefined, show: (own: OwnSubtitles) => void): Subtitles['open'] {
  const latestId = useRef(mediaId);
  latestId.current = mediaId;
  return async (file) => {
    const own = await openFile(file);
    if (latestId.current === mediaId) show(own);
  };
}

/** The cues of a chosen track of the film; undefined: none is chosen. [SY82] */
function useTrackCues(
  option: SubtitleOption | undefined,
  { wanted, cues }: PlayerHandle['texts'],
): ReadFile | undefined {
  const trackId = option && 'trackId' in option.source ? option.source.trackId : undefined;
  const loaded = useStore(cues);
  useEffect(() => wanted.set(trackId), [wanted, trackId]);
  return trackId === undefined ? undefined : { cues: loaded, encoding: 'utf-8' };
}

/** @throws Error when the file is too large, or has no subtitles */
async function openFile(file: File): Promise<OwnSubtitles> {
  if (file.size > maxFileBytes) throw new Error('the file is too large');
  const [{ languageOf }, { readBeside }] = await Promise.all([import('./read-file.ts'), import('./read-beside.ts')]);
  const own = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), language: languageOf(file.name) };
  if ((await readBeside(own, undefined)).cues.length === 0) throw new Error('no cues');
  return own;
}

/** The index of the subtitles to show for an item. Pure. [SY52] */
export function wantedIndex(
  available: readonly Pick<SubtitleOption, 'name' | 'language'>[],
  wanted: string,
  byDefault: number | undefined,
): number | undefined {
  if (wanted === off) return undefined;
  if (wanted === '') return byDefault;
  const track = findTrack(available, wanted);
  return track && available.indexOf(track);
}
