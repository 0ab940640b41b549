import type { DependencyState, GetServiceStateResponse } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { readableBytes, readableMs } from '../../../client/words/readable.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Facts } from '../../../ui/lists/facts.tsx';
import { Banner } from '../../../ui/signs/banner.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { Backups } from './backups.tsx';
import { Replicas } from './replicas.tsx';

/** How often the page refreshes, in milliseconds. Never while the tab is hidden. */
const refreshMs = 5_000;

/** How the service is doing right now. */
export function StatePage() {
  const { t } = useTranslation('admin-state');
  const { api } = useSession();
  const errorText = useErrorText();
  const state = useQuery({
    queryKey: ['admin', 'state'],
    queryFn: ({ signal }) => api.call('AdminService.GetServiceState', {}, { signal }),
    refetchInterval: refreshMs,
  });
  return (
    <section aria-labelledby="state-title" className="grid gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 id="state-title" className="text-2xl font-semibold tracking-tight">
          {t('title')}
        </h1>
        {state.data?.server_time && (
          <p className="text-sm text-muted">
            {t('asOf')} <Moment at={state.data.server_time} /> · {t('live')}
          </p>
        )}
      </div>
      {state.data && state.isRefetchError && (
        <Banner tone="danger">{t('stale', { reason: errorText(state.error) })}</Banner>
      )}
      {state.data ? (
        <State state={state.data} />
      ) : state.isError ? (
        <Failure error={state.error} onRetry={() => void state.refetch()} />
      ) : (
        <div role="status" className="grid gap-4 sm:grid-cols-3">
          <span className="sr-only">{t('loading')}</span>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} className="h-24" />
          ))}
        </div>
      )}
    </section>
  );
}

function State({ state }: { readonly state: GetServiceStateResponse }) {
  const { t, i18n } = useTranslation('admin-state');
  const { counts, database, key_value_store, replicas } = state;
  const number = (value: number | undefined) => (value ?? 0).toLocaleString(i18n.locale);
  const note = (count: number | undefined, key: string) => (count ? t(key, { count }) : undefined);
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
        <Figure
          label={t('count.online')}
          value={number(counts?.online_people)}
          note={t('count.inRooms', { count: counts?.active_rooms ?? 0 })}
        />
        <Figure label={t('count.connections')} value={number(counts?.connections)} />
        <Figure
          label={t('count.users')}
          value={number(counts?.users)}
          note={[note(counts?.banned_users, 'count.banned'), note(counts?.deleted_users, 'count.deleted')]
            .filter(Boolean)
            .join(' · ')}
        />
        <Figure
          label={t('count.rooms')}
          value={number(counts?.rooms)}
          note={note(counts?.banned_rooms, 'count.banned')}
        />
        <Figure label={t('count.messages')} value={number(counts?.messages)} />
        <Figure label={t('count.size')} value={readableBytes(state.database_size_bytes, i18n.locale)} />
      </dl>
      <div className="grid gap-4 sm:grid-cols-2">
        <Dependency label={t('database')} state={database} />
        <Dependency label={t('keyValue')} state={key_value_store} />
      </div>
      <Backups />
      <section aria-labelledby="replicas" className="grid gap-3">
        <h2 id="replicas" className="text-lg font-semibold">
          {t('replicas', { count: replicas.length })}
        </h2>
        <Replicas replicas={replicas} />
      </section>
      <Facts facts={[{ label: t('settingsVersion'), value: number(state.settings_version) }]} />
    </>
  );
}

function Figure({
  label,
  value,
  note,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: string | undefined;
}) {
  return (
    <div className="rounded-card border border-border bg-surface p-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 text-2xl font-semibold tabular-nums">{value}</dd>
      {note && <dd className="mt-0.5 text-sm text-muted">{note}</dd>}
    </div>
  );
}

function Dependency({ label, state }: { readonly label: string; readonly state: DependencyState | undefined }) {
  const { t, i18n } = useTranslation('admin-state');
  if (!state) return null;
  const Icon = state.healthy ? CircleCheck : CircleAlert;
  return (
    <div className="rounded-card border border-border bg-surface p-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon size={20} aria-hidden="true" className={state.healthy ? 'text-good' : 'text-danger'} />
        {label}
      </h2>
      <p className={state.healthy ? 'mt-1 text-muted' : 'mt-1 text-danger'}>
        {state.healthy
          ? t('healthy', { latency: readableMs(state.latency_ms, i18n.locale) })
          : t('unhealthy', { fault: state.fault })}
      </p>
      <p className="text-sm text-muted">
        {t(`kind.${state.kind}`, { defaultValue: state.kind.replace(/^postgresql/, 'PostgreSQL') })}
      </p>
    </div>
  );
}
