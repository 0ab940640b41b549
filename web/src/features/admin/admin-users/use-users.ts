import type { Account, AccountSort, AccountStatus, UserRole } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import type { ListFilter } from '../admin/use-list.ts';

/** Filter of the list. An empty value allows any. */
export interface UserFilter extends ListFilter {
  readonly role: UserRole | '';
  readonly status: AccountStatus | '';
  readonly sort: AccountSort;
}

export const pageSize = 20;
const usersKey = ['admin', 'users'] as const;

export function useUsers({ search, role, status, sort, page }: UserFilter) {
  const { api } = useSession();
  return useQuery({
    queryKey: [...usersKey, 'list', search, role, status, sort, page],
    queryFn: ({ signal }) =>
      api.call(
        'AdminService.ListUsers',
        { search, sort, page, page_size: pageSize, ...(role && { role }), ...(status && { status }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

export function useUser(userId: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: [...usersKey, 'one', userId],
    queryFn: async () => (await api.call('AdminService.GetUser', { user_id: userId })).user as Account,
  });
}

/** Bans of one user or room, newest first, the first page of them. */
export function useBans(targetId: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: ['admin', 'bans', targetId],
    queryFn: () => api.call('AdminService.ListBanRecords', { target_id: targetId, page_size: 10 }),
  });
}

export function useRoomsOf(userId: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: [...usersKey, 'rooms', userId],
    queryFn: () => api.call('AdminService.GetUserRooms', { user_id: userId, page_size: 50 }),
  });
}
