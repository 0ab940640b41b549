import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../client/calls/api.ts';

/**
 * How long an answer that was requested early is kept for the screen, in milliseconds. The room may have changed since
 * an older answer.
 */
const keptMs = 10_000;

/** The room over REST, for the time before its socket is open. */
export const roomOf = (api: Api, roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId],
    queryFn: () => api.call('UserService.GetRoom', { room_id: roomId }),
    gcTime: keptMs,
  });
