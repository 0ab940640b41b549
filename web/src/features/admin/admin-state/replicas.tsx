import type { ReplicaState } from '@matinee/contract/gen/api.ts';
import { readableBytes, readableDuration, readableMs } from '../../../client/words/readable.ts';
import type { Translate } from '../../../texts/texts.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { type Column, RecordList } from '../../../ui/lists/record-list.tsx';
import { isApart } from './is-apart.ts';

/** The processes of the service, and how each is doing. */
export function Replicas({ replicas }: { readonly replicas: readonly ReplicaState[] }) {
  const { t, i18n } = useTranslation('admin-state');
  return (
    <RecordList
      label={t('replicas', { count: replicas.length })}
      rows={replicas}
      columns={columnsOf(t, i18n.locale)}
      idOf={({ id }) => id}
    />
  );
}

function columnsOf(t: Translate, language: string): Column<ReplicaState>[] {
  return [
    {
      key: 'id',
      label: t('replica.id'),
      render: ({ id, is_answering }) => (
        <span>
          <code className="text-sm">{id}</code>{' '}
          {is_answering && <span className="text-sm text-muted">{t('replica.this')}</span>}
        </span>
      ),
    },
    { key: 'version', label: t('version'), render: ({ version }) => version },
    {
      key: 'uptime',
      label: t('replica.uptime'),
      isOneLine: true,
      render: ({ uptime_seconds }) => readableDuration(uptime_seconds, language),
    },
    {
      key: 'connections',
      label: t('count.connections'),
      align: 'end',
      render: ({ connection_count }) => connection_count.toLocaleString(language),
    },
    {
      key: 'memory',
      label: t('replica.memory'),
      align: 'end',
      isOneLine: true,
      render: (replica) => <Memory replica={replica} />,
    },
    {
      key: 'cpu',
      label: t('replica.cpu'),
      align: 'end',
      render: ({ cpu_share }) => cpu_share.toLocaleString(language, { style: 'percent' }),
    },
    {
      key: 'delay',
      label: t('replica.delay'),
      align: 'end',
      render: ({ event_loop_delay_p99_ms }) => readableMs(event_loop_delay_p99_ms, language),
    },
    {
      key: 'clock',
      label: t('replica.clock'),
      align: 'end',
      render: ({ clock_deviation_ms }) => <ClockDeviation ms={clock_deviation_ms} />,
    },
  ];
}

/** The memory of a process; on hover, that of its objects. */
function Memory({ replica }: { readonly replica: ReplicaState }) {
  const { t, i18n } = useTranslation('admin-state');
  const { memory_bytes, heap_used_bytes, heap_limit_bytes } = replica;
  const used = readableBytes(heap_used_bytes, i18n.locale);
  const limit = readableBytes(heap_limit_bytes, i18n.locale);
  return <span title={t('replica.heap', { used, limit })}>{readableBytes(memory_bytes, i18n.locale)}</span>;
}

/** How far a process's clock is from the database's. From a second on, it also names the consequence. */
function ClockDeviation({ ms }: { readonly ms: number }) {
  const { t, i18n } = useTranslation('admin-state');
  const deviation = readableMs(Math.abs(ms), i18n.locale);
  if (!isApart(ms)) return deviation;
  return <span className="text-danger">{t('replica.apart', { deviation })}</span>;
}
