import type { Methods } from '@matinee/contract/gen/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';

type AdminMethod = Extract<keyof Methods, `AdminService.${string}` | `ProviderCommonService.${string}ProviderInstance`>;

/** Runs an action of an administrator. Afterwards the administration reloads all that it shows. */
export function useAdminAction<M extends AdminMethod>(method: M, onDone?: (answer: Methods[M]['response']) => void) {
  const { api } = useSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: Methods[M]['request']) => api.call(method, request),
    onSuccess: async (answer) => {
      await client.invalidateQueries({ queryKey: ['admin'] });
      onDone?.(answer);
    },
  });
}
