import type { GetPublicSettingsResponse } from '@matinee/contract/gen/api.ts';
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Api } from '../calls/api.ts';
import { queryClient } from './query.ts';
import { useSession } from './session.tsx';

/** The settings that the server shows before sign-in. */
export type PublicSettings = GetPublicSettingsResponse;

const settingsOf = (api: Api) =>
  queryOptions({
    queryKey: ['public-settings'],
    queryFn: () => api.call('PublicService.GetPublicSettings', {}),
    staleTime: 60_000,
  });

export function usePublicSettings(): UseQueryResult<PublicSettings> {
  const { api } = useSession();
  return useQuery(settingsOf(api));
}

/** Asks the server, unless it was asked within the last minute. */
export function readPublicSettings(api: Api): Promise<PublicSettings> {
  return queryClient.fetchQuery(settingsOf(api));
}
