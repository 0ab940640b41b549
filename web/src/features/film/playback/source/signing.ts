import type { ApiError } from '../../../../client/calls/api-error.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { playbackSource } from '../playback.port.ts';
import type { PlaybackProblem } from './problem.ts';
import { problemOfRefusal } from './problem-codes.ts';
import { playbackProfile } from './profile.ts';

/** The page asks for new addresses this long before the old ones end, in milliseconds. */
const aheadMs = 60_000;
/** Shortest time between two requests, in milliseconds. */
const shortestMs = 5_000;
/** After a request that failed, the page asks again after this time, in milliseconds. */
const againMs = 10_000;

/** Keeps the addresses of an item signed for this person. */
export interface Signing {
  /** Asks for new addresses now, because the current ones are no longer valid. */
  renew(): Promise<void>;
  stop(): void;
}

/**
 * Asks for the addresses that pass through the server, signed for this person, and for new ones before they end. [SY47]
 */
export function keepSigned(
  room: RoomConnection,
  mediaId: string,
  isChosen: boolean,
  onRefused: (problem: PlaybackProblem) => void,
): Signing {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the addresses end, by the server's clock; 0: there are none yet. */
  let endMs = 0;
  async function ask(): Promise<void> {
    const { playback } = await room.api.call('RoomService.GetPlayback', {
      room_id: room.roomId,
      profile: playbackProfile(),
      ...(isChosen ? { proxy_mode: 'prefer' as const } : {}),
    });
    // Ignores the answer if the room has moved on to another item.
    if (isStopped || playback?.media_id !== mediaId) return;
    room.resources.put(playbackSource, playback);
    clearTimeout(timer);
    endMs = playback.expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(playback.expires_at);
    if (playback.expires_at === undefined) return;
    timer = setTimeout(start, Math.max(endMs - room.clock.now() - aheadMs, shortestMs));
  }
  function start(): void {
    ask().catch((error: Partial<ApiError>) => {
      if (isStopped) return;
      const problem = problemOfRefusal(error);
      const isValid = room.clock.now() < endMs;
      const isAway = problem === 'network';
      clearTimeout(timer);
      if (isValid || isAway) timer = setTimeout(start, againMs);
      // A film that plays goes on with what is loaded while the server is away.
      if (!isValid && !(isAway && endMs > 0)) onRefused(problem);
    });
  }
  start();
  return {
    renew: ask,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
