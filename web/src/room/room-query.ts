import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../client/calls/api.ts';

/** How long an answer that was asked for before the screen waits for it, in milliseconds. An older one may tell of a room that has changed. */
const keptMs = 10_000;

/** The room as it is told over REST, before its socket is open. */
export const roomOf = (api: Api, roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId],
    queryFn: () => api.call('UserService.GetRoom', { room_id: roomId }),
    gcTime: keptMs,
  });
