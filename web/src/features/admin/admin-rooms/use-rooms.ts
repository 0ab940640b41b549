import type { AdminRoom, AdminRoomSort, RoomStatus, RoomVisibility } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import type { ListFilter } from '../admin/use-list.ts';

/** Filter of the list. An empty value allows any. */
export interface RoomFilter extends ListFilter {
  readonly status: RoomStatus | '';
  readonly visibility: RoomVisibility | '';
  readonly onlineOnly: boolean;
  /** Only rooms whose creator is banned or deleted. */
  readonly ownerlessOnly: boolean;
  readonly sort: AdminRoomSort;
}

export const pageSize = 20;
const roomsKey = ['admin', 'rooms'] as const;

export function useRooms({ search, status, visibility, onlineOnly, ownerlessOnly, sort, page }: RoomFilter) {
  const { api } = useSession();
  return useQuery({
    queryKey: [...roomsKey, 'list', search, status, visibility, onlineOnly, ownerlessOnly, sort, page],
    queryFn: ({ signal }) =>
      api.call(
        'AdminService.ListRooms',
        {
          search,
          sort,
          page,
          page_size: pageSize,
          online_only: onlineOnly,
          ownerless_only: ownerlessOnly,
          ...(status && { status }),
          ...(visibility && { visibility }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

export function useRoom(roomId: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: [...roomsKey, 'one', roomId],
    queryFn: async () => (await api.call('AdminService.GetRoom', { room_id: roomId })).room as AdminRoom,
  });
}

/** The first hundred members, higher roles first. */
export function useMembers(roomId: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: [...roomsKey, 'members', roomId],
    queryFn: () => api.call('AdminService.GetRoomMembers', { room_id: roomId, page_size: 100 }),
  });
}
