import type { AuditRecord } from '@matinee/contract/gen/api.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import type { Translate } from '../../../texts/texts.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { type Column, RecordList } from '../../../ui/lists/record-list.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { ListStates } from '../admin/list-states.tsx';
import { option } from '../admin/option.ts';
import { useSettingText } from '../admin-settings/setting-text.ts';
import { groupOf } from '../admin-settings/settings-form.ts';
import { linesOf, spanOf, targetOf } from './record-texts.ts';
import { useDetailText } from './use-detail-text.ts';

const pageSize = 50;
const groups = [
  'user',
  'room',
  'settings',
  'slice_cache',
  'stream',
  'registration',
  'session',
  'password',
  'passkey',
  'email',
  'mfa',
  'oauth2',
] as const;

interface Filter {
  readonly actor: string;
  readonly target: string;
  readonly group: (typeof groups)[number] | '';
  /** Calendar days such as `2026-11-21`; empty: no limit. */
  readonly from: string;
  readonly to: string;
}

/** The actions on the server and on accounts, newest first. */
export function AuditPage() {
  const { t } = useTranslation(['admin-audit', 'admin-settings']);
  const [filter, setFilter] = useState<Filter>({ actor: '', target: '', group: '', from: '', to: '' });
  const records = useRecords(filter);
  const rows = records.data?.pages.flatMap((page) => page.records) ?? [];
  return (
    <section aria-labelledby="audit-title" className="grid gap-5">
      <h1 id="audit-title" className="text-2xl font-semibold tracking-tight">
        {t('title')}
      </h1>
      <FilterFields filter={filter} onChange={(next) => setFilter({ ...filter, ...next })} />
      <ListStates
        query={records}
        isEmpty={rows.length === 0}
        loading={t('loading')}
        empty={<EmptyState icon={<SearchX aria-hidden="true" />} title={t('empty.title')} text={t('empty.text')} />}
      >
        <RecordList<AuditRecord> label={t('title')} rows={rows} columns={columnsOf(t)} idOf={({ id }) => id} />
        {records.hasNextPage && (
          <Button
            className="justify-self-center"
            busy={records.isFetchingNextPage}
            onClick={() => void records.fetchNextPage()}
          >
            {t('more')}
          </Button>
        )}
      </ListStates>
    </section>
  );
}

/** The records that fit the filter, page by page. */
function useRecords(filter: Filter) {
  const { api } = useSession();
  const asked = useDeferredValue(filter);
  return useInfiniteQuery({
    queryKey: ['admin', 'audit', asked],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'AdminService.ListAuditRecords',
        {
          actor: asked.actor.trim(),
          target: asked.target.trim(),
          action: asked.group,
          ...spanOf(asked.from, asked.to),
          page_size: pageSize,
          page_token: pageParam,
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_page_token }) => next_page_token,
  });
}

interface FilterFieldsProps {
  readonly filter: Filter;
  readonly onChange: (next: Partial<Filter>) => void;
}

function FilterFields({ filter, onChange: change }: FilterFieldsProps) {
  const { t } = useTranslation('admin-audit');
  return (
    <search className="grid grid-cols-2 gap-3 lg:grid-cols-3">
      <TextField
        label={t('filter.actor')}
        type="search"
        maxLength={64}
        value={filter.actor}
        onChange={(event) => change({ actor: event.target.value })}
      />
      <TextField
        label={t('filter.target')}
        type="search"
        maxLength={128}
        value={filter.target}
        onChange={(event) => change({ target: event.target.value })}
      />
      <div className="col-span-2 lg:col-span-1">
        <Select
          label={t('filter.group')}
          value={filter.group}
          options={[{ value: '' as const, label: t('filter.anything') }, ...groups.map(option(t, 'group'))]}
          onChange={(group) => change({ group })}
        />
      </div>
      <TextField
        label={t('filter.from')}
        type="date"
        value={filter.from}
        onChange={(event) => change({ from: event.target.value })}
      />
      <TextField
        label={t('filter.to')}
        type="date"
        value={filter.to}
        onChange={(event) => change({ to: event.target.value })}
      />
    </search>
  );
}

function columnsOf(t: Translate): Column<AuditRecord>[] {
  return [
    {
      key: 'action',
      label: t('column.action'),
      render: ({ action }) => (
        <span className="wrap-anywhere">{t(`action.${action.replaceAll('.', '-')}`, { defaultValue: action })}</span>
      ),
    },
    { key: 'target', label: t('column.target'), render: (row) => <Target row={row} /> },
    {
      key: 'details',
      label: t('column.details'),
      render: (row) => linesOf(row).length > 0 && <Details row={row} t={t} />,
    },
    { key: 'actor', label: t('column.actor'), render: (row) => <Actor row={row} t={t} /> },
    { key: 'at', label: t('column.at'), render: ({ at }) => at && <Moment at={at} /> },
  ];
}

function Actor({ row, t }: { readonly row: AuditRecord; readonly t: Translate }) {
  if (row.actor_kind !== 'user') return t(`actor.${row.actor_kind}`);
  return (
    <Link
      to="/admin/$"
      params={{ _splat: `users/${row.actor_id}` }}
      title={row.address}
      className="underline underline-offset-4"
    >
      <bdi>{row.actor_name}</bdi>
    </Link>
  );
}

/** The name of the action's target, as a link if there is a page for it. */
function Target({ row }: { readonly row: AuditRecord }) {
  const setting = useSettingText();
  const isSetting = row.action === 'settings.updated';
  const { name, page } = targetOf(row);
  const text = <bdi className="wrap-anywhere">{isSetting ? setting.label({ key: name }) : name}</bdi>;
  const path = isSetting ? `settings/${groupOf(name)}` : page && `${page}/${row.target}`;
  if (!path) return text;
  return (
    <Link to="/admin/$" params={{ _splat: path }} title={row.target} className="underline underline-offset-4">
      {text}
    </Link>
  );
}

function Details({ row, t }: { readonly row: AuditRecord; readonly t: Translate }) {
  const textOf = useDetailText();
  return (
    <ul className="text-sm text-muted">
      {linesOf(row).map((line) => (
        <li key={line.name} className="wrap-anywhere">
          {t(`detail.${line.name}`, { defaultValue: line.name })}: <bdi className="text-text">{textOf(row, line)}</bdi>
        </li>
      ))}
    </ul>
  );
}
