import type { Media } from '@matinee/contract/gen/api.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { RoomConnection } from '../../client/room/room.ts';
import { chosenInfo, isUnsigned, playbackSource, sourceKeyOf, usePlayback } from './playback.port.ts';
import { makePlayerSync, type PlayerSync } from './player-sync.ts';
import { loadMedia } from './source/engines.ts';
import type { PlaybackProblem } from './source/problem.ts';
import { useSigning } from './source/use-signing.ts';

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
  /** Loads the item through the server; undefined: it is loaded so already, or cannot be. */
  readonly playProxied: (() => void) | undefined;
  /** Loads the item again after a problem. */
  readonly retry: () => void;
}

/** Loads what the room plays into `video` and keeps it in step. */
export function usePlayer(video: RefObject<HTMLVideoElement | null>, room: RoomConnection): PlayerHandle {
  const playback = usePlayback(room);
  const [sync, setSync] = useState<PlayerSync>();
  const [problem, setProblem] = useState<PlaybackProblem>();
  const [attempt, setAttempt] = useState(0);
  const skips = useRef(0);
  const mediaId = playback?.media_id;
  const sourceKey = playback === undefined ? '' : sourceKeyOf(playback, playback.default_mode);
  const isWaiting = playback !== undefined && isUnsigned(playback);
  const playProxied = useSigning(room, playback, sourceKey, setProblem);

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
  }, [video, room]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another source, or another attempt, is loaded anew
  useEffect(() => {
    if (sync === undefined || video.current === null) return;
    setProblem(undefined);
    sync.setMedia(mediaId, undefined);
    if (mediaId === undefined || isWaiting) return;
    const current = room.resources.store(playbackSource).get();
    const urls = (current && chosenInfo(current)?.medias) ?? [];
    const loaded = loadMedia(video.current, urls, (found) => {
      setProblem(found);
      sync.setMedia(mediaId, found);
    });
    return () => {
      sync.setMedia(undefined, undefined);
      loaded.stop();
    };
  }, [sync, video, room, mediaId, sourceKey, isWaiting, attempt]);

  return {
    sync,
    problem,
    mediaId,
    sourceKey,
    media: playback?.media,
    skips,
    playProxied,
    retry: () => setAttempt((count) => count + 1),
  };
}
