import type { Media, PlaybackMedia } from '@matinee/contract/gen/api.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { RoomConnection } from '../../client/room/room.ts';
import { chosenInfo, playbackSource, usePlayback } from './playback.port.ts';
import { makePlayerSync, type PlayerSync } from './player-sync.ts';
import { loadMedia } from './source/engines.ts';
import type { PlaybackProblem } from './source/problem.ts';

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
  // A new signature in an address must not interrupt the film, so addresses are compared without their queries.
  const sourceKey = playback === undefined ? '' : keyOf(chosenInfo(playback)?.medias ?? []);

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
    if (mediaId === undefined) return;
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
  }, [sync, video, room, mediaId, sourceKey, attempt]);

  return {
    sync,
    problem,
    mediaId,
    sourceKey,
    media: playback?.media,
    skips,
    retry: () => setAttempt((count) => count + 1),
  };
}

function keyOf(urls: readonly PlaybackMedia[]): string {
  return urls.map(({ url, format }) => `${format} ${url.split(/[?#]/)[0]}`).join('\n');
}
