import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import type { AdminPageProps } from '../admin/entry.ts';
import { HistoryDialog } from './history-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { SettingRow } from './setting-row.tsx';
import { useSettingText } from './setting-text.ts';
import { groupsOf, matches } from './settings-form.ts';
import { Transfer } from './transfer/transfer.tsx';
import { UnsavedBar } from './unsaved-bar.tsx';
import { type SettingsState, useSettings } from './use-settings.ts';

const TestMail = lazily(() => import('../../account/emails/test-mail.port.tsx').then((m) => m.TestMail));

/**
 * All runtime settings: one group at a time, or the results of a search. The forms follow from the server's
 * declarations.
 */
export function SettingsPage({ path }: AdminPageProps) {
  const { t } = useTranslation('admin-settings');
  const navigate = useNavigate();
  const text = useSettingText();
  const [search, setSearch] = useState('');
  const [historyOf, setHistoryOf] = useState<string>();
  const state = useSettings(() => showToast(t('saved')));
  const { declarations, settings, error } = state;

  if (error && !(declarations && settings)) return <Failure error={error} onRetry={state.retry} />;
  if (!declarations || !settings) return <Loading label={t('loading')} />;

  const groups = groupsOf(declarations);
  const group = path[0] && groups.some(([name]) => name === path[0]) ? path[0] : groups[0]?.[0];
  const isSearch = search.trim() !== '';
  const shown = isSearch ? searchGroups(groups, search.trim(), text) : groups.filter(([name]) => name === group);
  const asked = declarations.find(({ key }) => key === historyOf);

  return (
    <>
      <div className="flex max-w-3xl flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">{t('title')}</h1>
        <Transfer declarations={declarations} />
      </div>
      <p className="mt-2 max-w-2xl text-muted">{t('lead')}</p>
      <div className="mt-6 grid max-w-3xl gap-4 sm:grid-cols-2">
        <TextField
          type="search"
          label={t('search')}
          placeholder={t('searchHint')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Select
          label={t('group')}
          value={group ?? ''}
          disabled={isSearch}
          options={groups.map(([name]) => ({ value: name, label: text.group(name) }))}
          onChange={(name) => void navigate({ to: '/admin/$', params: { _splat: `settings/${name}` }, replace: true })}
        />
      </div>
      <p role="status" className="sr-only">
        {isSearch && t('found', { count: shown.reduce((sum, [, members]) => sum + members.length, 0) })}
      </p>
      {shown.length === 0 && <p className="mt-8 text-muted">{t('nothingFound')}</p>}
      {shown.map((one) => (
        <GroupSection key={one[0]} group={one} state={state} onHistory={setHistoryOf} />
      ))}
      <UnsavedBar state={state} declarations={declarations} />
      <LeaveGuard isDirty={Object.keys(state.drafts).length > 0} />
      {asked && <HistoryDialog declaration={asked} onClose={() => setHistoryOf(undefined)} />}
    </>
  );
}

type SettingGroup = ReturnType<typeof groupsOf>[number];

/** The groups with the settings that `search` finds. Groups without any are left out. */
function searchGroups(
  groups: readonly SettingGroup[],
  search: string,
  text: ReturnType<typeof useSettingText>,
): SettingGroup[] {
  return groups
    .map(
      ([name, members]): SettingGroup => [
        name,
        members.filter((one) => matches(search, [one.key, text.label(one), text.doc(one), text.group(name)])),
      ],
    )
    .filter(([, members]) => members.length > 0);
}

interface GroupSectionProps {
  readonly group: SettingGroup;
  readonly state: SettingsState;
  readonly onHistory: (key: string) => void;
}

function GroupSection({ group: [name, members], state, onHistory }: GroupSectionProps) {
  const text = useSettingText();
  return (
    <section aria-labelledby={`group-${name}`} className="mt-8 max-w-3xl">
      <h2 id={`group-${name}`} className="text-xl font-semibold">
        {text.group(name)}
      </h2>
      <div className="mt-3 divide-y divide-border rounded-card border border-border bg-surface">
        {members.map((declaration) => (
          <SettingRow
            key={declaration.key}
            declaration={declaration}
            state={state}
            onHistory={() => onHistory(declaration.key)}
          />
        ))}
      </div>
      {name === 'email' && (
        <Suspense>
          <TestMail hasChanges={Object.keys(state.drafts).length > 0} />
        </Suspense>
      )}
    </section>
  );
}

function Loading({ label }: { readonly label: string }) {
  return (
    <div role="status" className="grid max-w-3xl gap-4">
      <span className="sr-only">{label}</span>
      <Skeleton className="h-10 w-60" />
      <Skeleton className="h-24" />
      <Skeleton className="h-96" />
    </div>
  );
}
