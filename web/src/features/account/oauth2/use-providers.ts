import type { AvailableProvider } from '@matinee/contract/gen/api.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';

/** The providers that work in browsers. */
export function useProviders(): UseQueryResult<readonly AvailableProvider[]> {
  const { api } = useSession();
  return useQuery({
    queryKey: ['oauth2-providers'],
    queryFn: async () => (await api.call('OAuth2Service.ListAvailableProviders', {})).providers,
    select: (providers) => providers.filter(({ supportedModes }) => supportedModes.includes('browser')),
    staleTime: 60_000,
  });
}
