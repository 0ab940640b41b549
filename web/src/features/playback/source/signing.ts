import type { ApiError } from '../../../client/calls/api-error.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { playbackSource } from '../playback.port.ts';
import { type PlaybackProblem, problemOfStatus } from './problem.ts';

/** How long before the addresses end new ones are asked for, in milliseconds. */
const aheadMs = 60_000;

/** Asks for the addresses of what passes through the server, signed for this person, and for new ones before they end. [SY47] */
export function keepSigned(
  room: RoomConnection,
  mediaId: string,
  isChosen: boolean,
  onRefused: (problem: PlaybackProblem) => void,
): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function ask(): Promise<void> {
    const unknown = { containers: [], codecs: [], live_formats: [], subtitle_formats: [] };
    const profile = {
      ...unknown,
      formats: ['file', 'hls'] as const,
      can_set_headers: false,
      is_page_secure: isSecure(),
    };
    const { playback } = await room.api.call('RoomService.GetPlayback', {
      room_id: room.roomId,
      profile,
      ...(isChosen ? { proxy_mode: 'prefer' as const } : {}),
    });
    // The room has gone on meanwhile: then this is about something else.
    if (isStopped || playback?.media_id !== mediaId) return;
    room.resources.put(playbackSource, playback);
    if (playback.expires_at === undefined) return;
    const leftMs = Date.parse(playback.expires_at) - room.clock.now() - aheadMs;
    timer = setTimeout(start, Math.max(leftMs, aheadMs));
  }
  function start(): void {
    ask().catch((error: Partial<ApiError>) => {
      if (!isStopped) onRefused(problemOfStatus(error.status ?? 500) ?? 'unreachable');
    });
  }
  start();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

function isSecure(): boolean {
  return location.protocol === 'https:';
}
