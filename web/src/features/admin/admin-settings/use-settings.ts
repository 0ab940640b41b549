import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../client/calls/api.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useViolationText } from '../../../client/words/error-text.ts';
import {
  type Drafts,
  type Faults,
  faultsOf,
  type SettingValue,
  serverValue,
  updateOf,
  withDraft,
} from './settings-form.ts';

const settingsKey = ['admin-settings'];
const declarationsKey = ['admin-setting-declarations'];
const historyKey = ['admin-setting-history'];

/** Makes the page reload all settings, after many were changed at once. */
export function refreshSettings(client: QueryClient): void {
  for (const queryKey of [settingsKey, declarationsKey, historyKey]) void client.invalidateQueries({ queryKey });
}

function useServerSettings() {
  const { api } = useSession();
  const settings = useQuery({ queryKey: settingsKey, queryFn: () => api.call('AdminService.GetSettings', {}) });
  const declarations = useQuery({
    queryKey: declarationsKey,
    queryFn: () => api.call('AdminService.ListSettingDeclarations', {}),
  });
  const refetch = () => {
    void settings.refetch();
    void declarations.refetch();
  };
  return { settings, declarations, refetch };
}

/** The settings of the server, and the unsaved changes. */
export function useSettings(onSaved: () => void) {
  const { api } = useSession();
  const client = useQueryClient();
  const violationText = useViolationText();
  const [drafts, setDrafts] = useState<Drafts>({});
  const [faults, setFaults] = useState<Faults>({});
  const { settings, declarations, refetch } = useServerSettings();
  const current = settings.data?.settings ?? {};
  const save = useMutation({
    mutationFn: () => api.call('AdminService.UpdateSettings', updateOf(drafts, settings.data?.version ?? 0)),
    onSuccess: (answer) => {
      client.setQueryData(settingsKey, answer);
      void client.invalidateQueries({ queryKey: declarationsKey });
      void client.invalidateQueries({ queryKey: historyKey });
      setDrafts({});
      setFaults({});
      onSaved();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setFaults(faultsOf(error.details, violationText));
      // Another administrator saved first. The page shows their values beside the drafts, which stay.
      if (error.status === 409) refetch();
    },
  });

  return {
    declarations: declarations.data?.declarations,
    error: settings.error ?? declarations.error,
    retry: refetch,
    settings: settings.data?.settings,
    drafts,
    faults,
    save,
    value: (key: string): SettingValue => (key in drafts ? drafts[key]!.value : serverValue(current, key)),
    change: (key: string, value: SettingValue) => {
      setDrafts((before) => withDraft(before, current, key, value));
      setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !field.startsWith(key))));
      if (save.isError) save.reset();
    },
    /** Discards one change, or all. */
    discard: (key?: string) => {
      setDrafts(({ [key ?? '']: _dropped, ...others }) => (key === undefined ? {} : others));
      setFaults({});
      save.reset();
    },
    /** Keeps a change although another administrator has changed the value meanwhile. */
    insist: (key: string) =>
      setDrafts((before) => ({ ...before, [key]: { value: before[key]!.value, base: serverValue(current, key) } })),
  };
}

export type SettingsState = ReturnType<typeof useSettings>;
