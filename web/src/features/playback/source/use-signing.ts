import type { Playback } from '@matinee/contract/gen/api.ts';
import { useEffect, useState } from 'react';
import type { RoomConnection } from '../../../client/room/room.ts';
import type { PlaybackProblem } from './problem.ts';

/**
 * Keeps the addresses of what passes through the server signed. @returns what has the item pass through it; undefined: it does so
 * already, or cannot. [SY47] [SY48]
 */
export function useSigning(
  room: RoomConnection,
  playback: Playback | undefined,
  sourceKey: string,
  onRefused: (problem: PlaybackProblem) => void,
): (() => void) | undefined {
  const mediaId = playback?.media_id;
  /** The item that somebody at this page wants to pass through the server. */
  const [chosenId, setChosenId] = useState<string>();
  const isChosen = mediaId !== undefined && chosenId === mediaId;
  const isProxied = playback?.default_mode.startsWith('proxied') ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source of the item needs other signatures
  useEffect(() => {
    if (mediaId === undefined || !(isProxied || isChosen)) return;
    let end: (() => void) | undefined;
    let isEnded = false;
    import('./signing.ts').then(
      ({ keepSigned }) => {
        if (!isEnded) end = keepSigned(room, mediaId, isChosen, onRefused);
      },
      () => onRefused('network'),
    );
    return () => {
      isEnded = true;
      end?.();
    };
  }, [room, mediaId, sourceKey, isProxied, isChosen]);
  const canBeProxied = !isProxied && playback?.playback_infos.proxied !== undefined;
  return canBeProxied && mediaId !== undefined ? () => setChosenId(mediaId) : undefined;
}
