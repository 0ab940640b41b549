import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../client/session/session.tsx';

const queryKey = ['preferences'];

/** What the account is signed in to with, and a way to read it anew after a change. */
export function usePreferences() {
  const { api } = useSession();
  const queryClient = useQueryClient();
  const preferences = useQuery({ queryKey, queryFn: () => api.call('UserService.GetUserPreferences', {}) });
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey });
    // A factor that changes ends the other sessions.
    void queryClient.invalidateQueries({ queryKey: ['sessions'] });
  };
  return { preferences, refresh };
}
