import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../../client/calls/api.ts';
import { useSession } from '../../../../client/session/session.tsx';
import { refreshSettings } from '../use-settings.ts';
import type { SettingsDocument } from './settings-file.ts';

/** Tries an import without changing anything, then makes exactly the changes that it showed. */
export function useImport(values: SettingsDocument | undefined, resetOthers: boolean, onDone: (count: number) => void) {
  const { api } = useSession();
  const client = useQueryClient();
  const trial = useQuery({
    queryKey: ['admin-settings-import', values, resetOthers],
    queryFn: ({ signal }) =>
      api.call('AdminService.ImportSettings', { ...(values && { values }), resetOthers, dryRun: true }, { signal }),
    enabled: values !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // The file may hold secrets: they are not kept.
    gcTime: 0,
    retry: false,
  });
  const run = useMutation({
    mutationFn: () =>
      api.call('AdminService.ImportSettings', {
        ...(values && { values }),
        resetOthers,
        dryRun: false,
        expectedVersion: trial.data?.version ?? 0,
      }),
    onSuccess: ({ changes }) => {
      refreshSettings(client);
      onDone(changes.length);
    },
    // Another administrator changed settings first: shows the changes again as they would be now.
    onError: (error) => isConflict(error) && void trial.refetch(),
  });
  return { trial, run, isOvertaken: isConflict(run.error) };
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}
