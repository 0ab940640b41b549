import type { Embed, Media, Playback, PlaybackMedia } from '@matinee/contract/gen/api.ts';
import type { Cue } from '@matinee/subtitles/cue.ts';
import { type RefObject, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { RoomConnection } from '../../../client/room/room.ts';
import { makeStore, type Store, type WritableStore } from '../../../client/store.ts';
import { type OwnCopy, useOwnCopy } from '../own-copy/own-copy.ts';
import { type LivePlace, useLivePlace } from '../streams/streams.port.ts';
import { offerExchange } from '../swarms/exchange.ts';
import {
  chosenInfo,
  isLiveSource,
  isUnsigned,
  mediasOf,
  playbackSource,
  sourceKeyOf,
  usePlayback,
  usePlaybackState,
} from './playback.port.ts';
import { makePlayerSync, type PlayerSync } from './player-sync.ts';
import { noTracks, type Tracks } from './source/engines/engine.ts';
import { type LoadedMedia, loadMedia } from './source/engines/load-media.ts';
import { type FilmTexts, followPreferences, followTexts } from './source/preferences.ts';
import type { PlaybackProblem } from './source/problem.ts';
import { type Signatures, useSigning } from './source/use-signing.ts';
import { modeOf, playOtherwise, remuxingOf, useVersion } from './source/versions.ts';
import type { FilmPort } from './sync/media-port.ts';
import { isRunning } from './sync/status.ts';

/** The player of a room as the interface sees it. */
export interface PlayerHandle {
  /** Undefined until the video element exists. */
  readonly sync: PlayerSync | undefined;
  readonly problem: PlaybackProblem | undefined;
  /** The item that the room plays, and the key that tells its sources apart. */
  readonly mediaId: string | undefined;
  readonly sourceKey: string;
  /** The item that is loaded, or that failed to load. */
  readonly media: Media | undefined;
  /** How many items this page has skipped since the last one that played. */
  readonly skips: RefObject<number>;
  /** Set when the item is a file on the person's own disk. */
  readonly ownCopy: OwnCopy | undefined;
  /** Set when the item is a live stream of this server. */
  readonly livePlace: LivePlace | undefined;
  /** The player of the film; undefined: not there yet. */
  readonly film: FilmPort | undefined;
  /** Set when another site's player plays the item. */
  readonly embed: EmbedHandle | undefined;
  readonly signatures: Signatures;
  /** The choices that the loaded film offers. */
  readonly tracks: Store<Tracks>;
  /** The subtitles inside of the film. */
  readonly texts: FilmTexts & { readonly wanted: WritableStore<string | undefined> };
  /** Loads the item again after a problem. */
  readonly retry: () => void;
  /** Changes whenever another element has to show the film. */
  readonly elementKey: number;
  /** Has the film played by a new element. */
  readonly renew: () => void;
}

/** Input and callbacks of another site's player. */
export interface EmbedHandle {
  readonly what: Embed;
  readonly setPort: (port: FilmPort | undefined) => void;
  readonly fail: (problem: PlaybackProblem | undefined) => void;
  /** Increases when the person tries again. */
  readonly attempt: number;
}

/** Loads the room's item into `video` and keeps it in step. */
export function usePlayer(video: RefObject<HTMLVideoElement | null>, room: RoomConnection): PlayerHandle {
  const playback = usePlayback(room);
  const [problem, setProblem] = useState<PlaybackProblem>();
  const [attempt, setAttempt] = useState(0);
  const skips = useRef(0);
  const { film, embed, ...element } = useFilm(video, playback, setProblem, attempt);
  const sync = useSync(film, room, skips);
  const mediaId = playback?.media_id;
  const { sourceKey, remuxing } = useSource(playback);
  const isWaiting = playback !== undefined && isUnsigned(playback);
  const signatures = useSigning(room, playback, sourceKey, attempt, setProblem);
  const ownCopy = useOwnCopy(playback?.media);
  const livePlace = useLivePlace(room, playback?.media);
  const [choices] = useState(makeFilmChoices);
  const pastFromMs = usePast(room, livePlace);
  const loadedKey = [sourceKey, isLiveSource(playback) === true, livePlace?.generationId, pastFromMs, remuxing].join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another source, or another attempt, is loaded anew
  useEffect(() => {
    if (embed !== undefined) return;
    setProblem(undefined);
    if (sync === undefined || video.current === null) return;
    sync.setMedia(mediaId, undefined);
    if (mediaId === undefined || isWaiting) return;
    const missing = whatIsMissing(ownCopy, livePlace);
    if (missing) return sync.setMedia(mediaId, missing);
    const source = room.resources.store(playbackSource);
    const tell = (found: PlaybackProblem | undefined) => {
      if (isPlayedOtherwise(found, source.get())) return;
      if (found === 'no_rung') return void import('./source/leave-rung.ts').then(({ leaveRung }) => leaveRung());
      setProblem(found);
      sync.setMedia(mediaId, found);
    };
    const loaded = loadMedia({
      media: video.current,
      urls: urlsOf(ownCopy, source.get()),
      isLive: () => isLiveSource(source.get()),
      ...{ isPast: pastFromMs !== undefined, startSeconds: sync.expected, remuxing },
      addresses: signatures,
      exchange: (url) => offerExchange(room, url),
      onInterrupted: (isInterrupted) => tell(isInterrupted ? 'stream_interrupted' : undefined),
      onProblem: tell,
    });
    sync.setLoaded(loaded, pastFromMs);
    const end = choices.follow(loaded);
    return () => {
      end();
      sync.setMedia(undefined, undefined);
      sync.setLoaded(undefined);
      loaded.stop();
    };
  }, [sync, video, room, mediaId, loadedKey, isWaiting, ownCopy?.media?.url, attempt]);
  useToldProblem(sync, problem, mediaId, embed !== undefined, livePlace?.pull !== undefined);
  const retry = () => {
    ownCopy?.forget();
    setAttempt((count) => count + 1);
  };
  const loaded = { sync, problem, mediaId, sourceKey, media: playback?.media, film, embed, ...choices };
  return { ...loaded, skips, signatures, ownCopy, livePlace, retry, ...element };
}

/** The key of the sources that this page plays of an item, and how it remuxes them. */
function useSource(playback: Playback | undefined) {
  const version = useVersion();
  const sourceKey = playback === undefined ? '' : sourceKeyOf(playback, modeOf(playback, version));
  return { sourceKey, remuxing: playback && remuxingOf(playback) };
}

/**
 * Plays the item in another way if that may help. @returns true if it does. Browsers do not say why a file of another
 * site fails (`unknown`). If the server could read the file, its format is known, and the site more likely refused this
 * page.
 */
function isPlayedOtherwise(problem: PlaybackProblem | undefined, playback: Playback | undefined): boolean {
  if (!playback) return false;
  const isFormat = problem === 'format' || (problem === 'unknown' && playback.tracks.length === 0);
  // The site keeps scripts from reading the film. The browser's own player may still play it.
  return (isFormat || problem === 'cors') && playOtherwise(playback);
}

/** The tracks that the loaded film offers, and its subtitles. */
function makeFilmChoices() {
  const tracks = makeStore(noTracks);
  const texts = { wanted: makeStore<string | undefined>(undefined), cues: makeStore<readonly Cue[]>([]) };
  return {
    tracks,
    texts,
    follow(loaded: LoadedMedia): () => void {
      const ends = [
        loaded.tracks.subscribe(() => tracks.set(loaded.tracks.get())),
        followPreferences(loaded, true),
        followTexts(loaded, texts),
      ];
      return () => {
        for (const end of ends) end();
        tracks.set(noTracks);
      };
    },
  };
}

function urlsOf(ownCopy: OwnCopy | undefined, playback: Playback | undefined): readonly PlaybackMedia[] {
  return ownCopy?.media ? [ownCopy.media] : mediasOf(playback && chosenInfo(playback));
}

/** When the stream came on the air whose past the room watches; undefined: it does not. [SY92] */
function usePast(room: RoomConnection, livePlace: LivePlace | undefined): number | undefined {
  const startedAtMs = livePlace?.past?.startedAtMs;
  return usePlaybackState(room)?.live_from_ms === startedAtMs ? startedAtMs : undefined;
}

/**
 * Reports each problem, so that the room does not wait for this player. For a film, the loading itself reports that
 * there is no problem.
 */
function useToldProblem(
  sync: PlayerSync | undefined,
  problem: PlaybackProblem | undefined,
  mediaId: string | undefined,
  isEmbed: boolean,
  isPullWaiting: boolean,
) {
  useWaitingPull(sync, mediaId, isPullWaiting);
  useEffect(() => {
    if (problem || isEmbed) sync?.setMedia(mediaId, problem);
  }, [problem, sync, mediaId, isEmbed]);
}

/** The room does not wait for players of a stream whose source gives nothing. */
function useWaitingPull(sync: PlayerSync | undefined, mediaId: string | undefined, isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return;
    sync?.setMedia(mediaId, 'stream_interrupted');
    return () => sync?.setMedia(mediaId, undefined);
  }, [sync, mediaId, isWaiting]);
}

/** The room does not wait for a person who has not opened their file yet, nor for a stream that has not begun. */
function whatIsMissing(ownCopy: OwnCopy | undefined, livePlace: LivePlace | undefined): PlaybackProblem | undefined {
  if (ownCopy && ownCopy.media === undefined) return 'no_source';
  return livePlace && !livePlace.isOnAir ? 'stream_offline' : undefined;
}

/** The player of the film: `video`, or the player of the site that the item names. */
function useFilm(
  video: RefObject<HTMLVideoElement | null>,
  playback: Playback | undefined,
  fail: EmbedHandle['fail'],
  attempt: number,
): Pick<PlayerHandle, 'film' | 'embed' | 'elementKey' | 'renew'> {
  const what = playback && mediasOf(chosenInfo(playback))[0]?.embed;
  const [elementKey, renew] = useReducer((count: number) => count + 1, 0);
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  const [port, setPort] = useState<FilmPort>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key means another element
  useEffect(() => setElement(video.current), [video, elementKey]);
  const key = what && `${what.player} ${what.kind} ${what.id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each telling of the playback makes the same embed anew
  const embed = useMemo(() => what && { what, setPort, fail, attempt }, [key, attempt]);
  // Another site's player may report its problem before or after it has a port. Only a new player clears the problem.
  useEffect(() => {
    if (embed) embed.fail(undefined);
  }, [embed]);
  return { film: embed === undefined ? (element ?? undefined) : port, embed, elementKey, renew };
}

/** Keeps `film` in step. When an item plays, the count of skipped items starts again. */
function useSync(film: FilmPort | undefined, room: RoomConnection, skips: RefObject<number>): PlayerSync | undefined {
  const [sync, setSync] = useState<PlayerSync>();
  useEffect(() => {
    if (film === undefined) return;
    const made = makePlayerSync(film, room);
    setSync(made);
    const end = made.status.subscribe(() => {
      if (isRunning(made.status.get())) skips.current = 0;
    });
    return () => {
      end();
      setSync(undefined);
      made.stop();
    };
  }, [film, room, skips]);
  return sync;
}
