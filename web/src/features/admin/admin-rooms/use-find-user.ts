import { useSession } from '../../../client/session/session.tsx';

/** Finds the account with a typed username or id. Resolves to its id. */
export function useFindUser(): (nameOrId: string) => Promise<string | undefined> {
  const { api } = useSession();
  return async (nameOrId) => {
    const search = nameOrId.trim();
    const { users } = await api.call('AdminService.ListUsers', { search, sort: 'username', page_size: 100 });
    const wanted = search.normalize('NFKC').toLowerCase();
    const isMeant = (user: { id: string; username: string }) =>
      user.id === search || user.username.normalize('NFKC').toLowerCase() === wanted;
    return users.find(({ user }) => user && isMeant(user))?.user?.id;
  };
}
