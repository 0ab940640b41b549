import type { GetPublicSettingsResponse } from '@matinee/contract/gen/api.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSession } from './session.tsx';

/** What the server tells people about its settings before they sign in. */
export type PublicSettings = GetPublicSettingsResponse;

export function usePublicSettings(): UseQueryResult<PublicSettings> {
  const { api } = useSession();
  return useQuery({
    queryKey: ['public-settings'],
    queryFn: () => api.call('PublicService.GetPublicSettings', {}),
    staleTime: 60_000,
  });
}
