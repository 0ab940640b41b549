import type { GetSliceCacheStatsResponse, SliceCacheState } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { HardDrive } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { readableBytes } from '../../../client/words/readable.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { type Column, RecordList } from '../../../ui/lists/record-list.tsx';
import { Banner } from '../../../ui/signs/banner.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { hitRateOf, totalsOf } from './cache-totals.ts';
import { CleaningActions } from './cleaning-actions.tsx';

/** How often the page refreshes, in milliseconds. Never while the tab is hidden. */
const refreshMs = 10_000;

/** The cached slices of films that passed through the server, and buttons to delete them. */
export function SliceCachePage() {
  const { t } = useTranslation('admin-slice-cache');
  const { api } = useSession();
  const errorText = useErrorText();
  const state = useQuery({
    queryKey: ['admin', 'slice-cache'],
    queryFn: ({ signal }) => api.call('AdminService.GetSliceCacheStats', {}, { signal }),
    refetchInterval: refreshMs,
  });
  return (
    <section aria-labelledby="slice-cache-title" className="grid gap-6">
      <div>
        <h1 id="slice-cache-title" className="text-2xl font-semibold tracking-tight">
          {t('title')}
        </h1>
        <p className="mt-1 max-w-prose text-muted">{t('lead')}</p>
      </div>
      {state.data && state.isRefetchError && (
        <Banner tone="danger">{t('stale', { reason: errorText(state.error) })}</Banner>
      )}
      {state.data ? (
        <Caches state={state.data} />
      ) : state.isError ? (
        <Failure error={state.error} onRetry={() => void state.refetch()} />
      ) : (
        <div role="status" className="grid gap-4 sm:grid-cols-3">
          <span className="sr-only">{t('loading')}</span>
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} className="h-24" />
          ))}
        </div>
      )}
    </section>
  );
}

function Caches({ state: { replicas, silent_replicas } }: { readonly state: GetSliceCacheStatsResponse }) {
  const { t, i18n } = useTranslation('admin-slice-cache');
  const { locale: language } = i18n;
  const { bytes, maxBytes, slices, hitRate, isEnabled } = totalsOf(replicas);
  if (!isEnabled && silent_replicas === 0)
    return <EmptyState icon={<HardDrive aria-hidden="true" />} title={t('off.title')} text={t('off.text')} />;
  return (
    <>
      {silent_replicas > 0 && <Banner tone="danger">{t('silent', { count: silent_replicas })}</Banner>}
      <dl className="grid gap-3 sm:grid-cols-3 sm:gap-4">
        <Figure label={t('size')} value={readableBytes(bytes, language)}>
          <Meter label={t('used')} bytes={bytes} maxBytes={maxBytes} />
          <span className="text-sm text-muted">{t('of', { size: readableBytes(maxBytes, language) })}</span>
        </Figure>
        <Figure label={t('hitRate')} value={<Share value={hitRate} />}>
          <span className="text-sm text-muted">{t('hitRateText')}</span>
        </Figure>
        <Figure label={t('slices')} value={slices.toLocaleString(language)} />
      </dl>
      <CleaningActions bytes={bytes} />
      <section aria-labelledby="caches" className="grid gap-3">
        <h2 id="caches" className="text-lg font-semibold">
          {t('replicas')}
        </h2>
        <Replicas replicas={replicas} />
      </section>
    </>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly children?: ReactNode;
}

function Figure({ label, value, children }: FigureProps) {
  return (
    <div className="rounded-card border border-border bg-surface p-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 text-2xl font-semibold tabular-nums">{value}</dd>
      {children && <dd className="mt-1 grid gap-1">{children}</dd>}
    </div>
  );
}

interface MeterProps {
  readonly label: string;
  readonly bytes: number;
  readonly maxBytes: number;
}

/** How full the cache is. */
function Meter({ label, bytes, maxBytes }: MeterProps) {
  return <meter aria-label={label} min={0} max={maxBytes || 1} value={bytes} className="h-2 w-full" />;
}

/** A share in percent; a dash if there is none. */
function Share({ value }: { readonly value: number | undefined }) {
  const { i18n } = useTranslation('admin-slice-cache');
  return value === undefined ? '–' : value.toLocaleString(i18n.locale, { style: 'percent' });
}

function Replicas({ replicas }: { readonly replicas: readonly SliceCacheState[] }) {
  const { t, i18n } = useTranslation('admin-slice-cache');
  const { locale: language } = i18n;
  const columns: Column<SliceCacheState>[] = [
    {
      key: 'id',
      label: t('column.id'),
      render: ({ replica_id }) => <code className="text-sm">{replica_id}</code>,
    },
    {
      key: 'size',
      label: t('size'),
      align: 'end',
      render: ({ enabled, bytes, max_bytes }) =>
        enabled
          ? t('column.sizeOf', { size: readableBytes(bytes, language), max: readableBytes(max_bytes, language) })
          : t('column.off'),
    },
    { key: 'slices', label: t('slices'), align: 'end', render: ({ slices }) => slices.toLocaleString(language) },
    { key: 'bodies', label: t('column.bodies'), align: 'end', render: ({ bodies }) => bodies.toLocaleString(language) },
    { key: 'hits', label: t('hitRate'), align: 'end', render: (replica) => <Share value={hitRateOf(replica)} /> },
    {
      key: 'evictions',
      label: t('column.evictions'),
      align: 'end',
      render: ({ evictions }) => evictions.toLocaleString(language),
    },
  ];
  return <RecordList label={t('replicas')} rows={replicas} columns={columns} idOf={({ replica_id }) => replica_id} />;
}
