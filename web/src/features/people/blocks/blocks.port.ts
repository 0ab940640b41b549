import type { BlockedUser } from '@matinee/contract/gen/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Api } from '../../../client/calls/api.ts';
import { queryClient } from '../../../client/session/query.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';

const key = ['blocked-users'];

/** All people whom the signed-in user blocks, latest first. */
export function useBlockedUsers() {
  const { api, user } = useSession();
  return useQuery({ queryKey: key, queryFn: () => readAll(api), enabled: user !== undefined, staleTime: 300_000 });
}

/** Ids of the blocked people; empty until they are known. */
export function useBlockedIds(): ReadonlySet<string> {
  const { data } = useBlockedUsers();
  return useMemo(() => new Set(data?.map((blocked) => blocked.user_id)), [data]);
}

/** Blocks or unblocks a person, and says so. */
export function useBlock() {
  const { t } = useTranslation('blocks');
  const { api } = useSession();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: async ({ userId, isBlocked }: { userId: string; name: string; isBlocked: boolean }) => {
      await api.call(isBlocked ? 'UserService.BlockUser' : 'UserService.UnblockUser', { user_id: userId });
    },
    onSuccess: (_, { name, isBlocked }) => showToast(t(isBlocked ? 'blocked' : 'unblocked', { name })),
    onError: (error) => showToast(errorText(error), 'danger'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

async function readAll(api: Api): Promise<readonly BlockedUser[]> {
  const users: BlockedUser[] = [];
  for (let page = 1; ; page++) {
    const answer = await api.call('UserService.ListBlockedUsers', { page, page_size: 100 });
    users.push(...answer.users);
    if (answer.users.length < 100) return users;
  }
}
