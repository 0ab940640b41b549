import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';

const queryKey = ['preferences'];

/** The account's preferences and factors, and a function that reads them again after a change. */
export function usePreferences() {
  const { api } = useSession();
  const queryClient = useQueryClient();
  const preferences = useQuery({ queryKey, queryFn: () => api.call('UserService.GetUserPreferences', {}) });
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey });
    // A change of a factor ends the account's other sessions, so their list is read again.
    void queryClient.invalidateQueries({ queryKey: ['sessions'] });
  };
  return { preferences, refresh };
}
