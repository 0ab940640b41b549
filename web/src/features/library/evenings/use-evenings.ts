import type { Evening } from '@matinee/contract/gen/api.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { yearsAgo } from './years-ago.ts';

/** Most anniversaries that are shown. */
const maxAnniversaries = 3;

/** The evenings of the room, newest first, by pages. [WEV1] */
export function useEvenings() {
  const { room } = useRoom();
  return useInfiniteQuery({
    queryKey: ['evenings', room.roomId, 'all'],
    staleTime: 0,
    queryFn: ({ pageParam: cursor }) => room.api.call('EveningsService.ListEvenings', { room_id: room.roomId, cursor }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** An evening of an earlier year that began on this day. */
export interface Anniversary {
  readonly evening: Evening;
  readonly years: number;
}

/** Evenings of earlier years that began on this day. [WEV3] */
export function useAnniversaries(): readonly Anniversary[] {
  const { room } = useRoom();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['evenings', room.roomId, 'on this day'],
    staleTime: 0,
    queryFn: () =>
      room.api.call('EveningsService.ListEvenings', {
        room_id: room.roomId,
        page_size: maxAnniversaries,
        on_this_day: true,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
  });
  const evenings = data?.evenings ?? [];
  return evenings.map((evening) => ({ evening, years: yearsAgo(evening.started_at ?? '', dataUpdatedAt) }));
}

/** The actions on evenings. Failures show in a toast, and the list is read again. [WEV4] */
export function useEveningActions(onPlayed: () => void) {
  const { room } = useRoom();
  const { api } = useSession();
  const client = useQueryClient();
  const errorText = useErrorText('evenings');
  const room_id = room.roomId;
  const say = (error: unknown) => showToast(errorText(error), 'danger');
  const change = (work: Promise<unknown>) =>
    void work.catch(say).then(() => client.invalidateQueries({ queryKey: ['evenings', room_id] }));
  return {
    play: (media_id: string, position_seconds: number) =>
      void api.call('RoomService.StartPlayback', { room_id, media_id, position_seconds }).then(onPlayed, say),
    leave: ({ id }: Evening) => change(api.call('EveningsService.LeaveEvening', { room_id, evening_id: id })),
    remove: ({ id }: Evening) => change(api.call('EveningsService.DeleteEvening', { room_id, evening_id: id })),
    clear: () => change(api.call('EveningsService.ClearEvenings', { room_id })),
  };
}

export type EveningActions = ReturnType<typeof useEveningActions>;
