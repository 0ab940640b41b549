import type { AvailableProviderInstance } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../../client/session/session.tsx';

const none: readonly AvailableProviderInstance[] = [];

/** Other servers that run providers for this one and can be used now. */
export function useInstances(): readonly AvailableProviderInstance[] {
  const { api } = useSession();
  const { data } = useQuery({
    queryKey: ['sources', 'instances'],
    queryFn: async () =>
      (await api.call('ProviderCommonService.ListAvailableProviderInstances', {})).instances.filter(
        ({ available }) => available,
      ),
    staleTime: 60_000,
    retry: false,
  });
  return data ?? none;
}
