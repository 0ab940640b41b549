import type { Media } from '@matinee/contract/gen/api.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { RoomConnection } from '../../client/room/room.ts';
import { makeStore, type Store } from '../../client/store.ts';
import { useKept } from '../../ui/kept.ts';
import { type OwnCopy, useOwnCopy } from '../own-copy/own-copy.port.ts';
import { chosenInfo, isUnsigned, mediasOf, playbackSource, sourceKeyOf, usePlayback } from './playback.port.ts';
import { makePlayerSync, type PlayerSync } from './player-sync.ts';
import { noTracks, type Tracks } from './source/engines/engine.ts';
import { loadMedia } from './source/engines/load-media.ts';
import { followPreferences } from './source/preferences.ts';
import type { PlaybackProblem } from './source/problem.ts';
import { type Signatures, useSigning } from './source/use-signing.ts';
import { modeOf, wantedVersion } from './source/versions.ts';

/** The player of a room as the interface sees it. */
export interface PlayerHandle {
  /** Undefined until the video element exists. */
  readonly sync: PlayerSync | undefined;
  readonly problem: PlaybackProblem | undefined;
  /** The item that the room plays, and what tells its sources apart. */
  readonly mediaId: string | undefined;
  readonly sourceKey: string;
  /** The item that is loaded, or that could not be. */
  readonly media: Media | undefined;
  /** How many items this page has skipped since the last one that played. */
  readonly skips: RefObject<number>;
  /** Set where the item is a file on the person's own disk. */
  readonly ownCopy: OwnCopy | undefined;
  readonly signatures: Signatures;
  /** What can be chosen in the film that is loaded. */
  readonly tracks: Store<Tracks>;
  /** Loads the item again after a problem. */
  readonly retry: () => void;
}

/** Loads what the room plays into `video` and keeps it in step. */
export function usePlayer(video: RefObject<HTMLVideoElement | null>, room: RoomConnection): PlayerHandle {
  const playback = usePlayback(room);
  const [problem, setProblem] = useState<PlaybackProblem>();
  const [attempt, setAttempt] = useState(0);
  const skips = useRef(0);
  const sync = useSync(video, room, skips);
  const mediaId = playback?.media_id;
  const version = useKept(wantedVersion);
  const sourceKey = playback === undefined ? '' : sourceKeyOf(playback, modeOf(playback, version));
  const isWaiting = playback !== undefined && isUnsigned(playback);
  const signatures = useSigning(room, playback, sourceKey, setProblem);
  const ownCopy = useOwnCopy(playback?.media);
  const ownUrl = ownCopy?.media?.url;
  const [tracks] = useState(() => makeStore(noTracks));

  // biome-ignore lint/correctness/useExhaustiveDependencies: another source, or another attempt, is loaded anew
  useEffect(() => {
    if (sync === undefined || video.current === null) return;
    setProblem(undefined);
    sync.setMedia(mediaId, undefined);
    if (mediaId === undefined || isWaiting) return;
    // Nobody waits for a person who has yet to open their file.
    if (ownCopy && ownUrl === undefined) return sync.setMedia(mediaId, 'no_source');
    const current = room.resources.store(playbackSource).get();
    const loaded = loadMedia({
      media: video.current,
      urls: ownCopy?.media ? [ownCopy.media] : mediasOf(current && chosenInfo(current)),
      isLive: current?.playback_kind === 'live',
      renew: signatures.renew,
      onProblem(found) {
        setProblem(found);
        sync.setMedia(mediaId, found);
      },
    });
    const ends = [loaded.tracks.subscribe(() => tracks.set(loaded.tracks.get())), followPreferences(loaded, true)];
    return () => {
      for (const end of ends) end();
      tracks.set(noTracks);
      sync.setMedia(undefined, undefined);
      loaded.stop();
    };
  }, [sync, video, room, mediaId, sourceKey, isWaiting, ownUrl, attempt]);

  return {
    sync,
    problem,
    mediaId,
    sourceKey,
    media: playback?.media,
    skips,
    signatures,
    tracks,
    ownCopy,
    retry() {
      ownCopy?.forget();
      setAttempt((count) => count + 1);
    },
  };
}

/** What keeps `video` in step, from when it exists. An item that plays ends a run of skipped ones. */
function useSync(
  video: RefObject<HTMLVideoElement | null>,
  room: RoomConnection,
  skips: RefObject<number>,
): PlayerSync | undefined {
  const [sync, setSync] = useState<PlayerSync>();
  useEffect(() => {
    if (video.current === null) return;
    const made = makePlayerSync(video.current, room);
    setSync(made);
    const end = made.status.subscribe(() => {
      if (made.status.get().phase === 'following') skips.current = 0;
    });
    return () => {
      end();
      setSync(undefined);
      made.stop();
    };
  }, [video, room, skips]);
  return sync;
}
