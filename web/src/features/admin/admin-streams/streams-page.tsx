import type { ActiveStream } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { useQuery } from '@tanstack/react-query';
import { Circle, RadioTower } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { type Column, RecordList } from '../../../ui/lists/record-list.tsx';
import { Banner } from '../../../ui/signs/banner.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { Spinner } from '../../../ui/signs/spinner.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { AdviceList } from '../../film/streams/advice-list.port.tsx';
import { codecsOf, rateOf } from '../../film/streams/words.port.ts';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { useAdminAction } from '../admin/admin-action.ts';
import { RateLine } from './rate-line.tsx';
import { type Rates, withRates } from './rates.ts';
import { StreamSource } from './stream-source.tsx';
import { Viewers } from './viewers.tsx';

/** How often the page refreshes, in milliseconds. Never while the tab is hidden. */
const refreshMs = 5_000;

/** The running streams of all rooms. [WAT1] */
export function StreamsPage() {
  const { t } = useTranslation('admin-streams');
  const { api } = useSession();
  const errorText = useErrorText();
  const streams = useQuery({
    queryKey: ['admin', 'streams'],
    queryFn: ({ signal }) => api.call('AdminService.ListActiveStreams', {}, { signal }),
    refetchInterval: refreshMs,
  });
  const rates = useRates(streams.data?.streams);
  return (
    <section aria-labelledby="streams-title" className="grid gap-6">
      <div>
        <h1 id="streams-title" className="text-2xl font-semibold tracking-tight">
          {t('title')}
        </h1>
        <p className="mt-1 max-w-prose text-muted">{t('lead')}</p>
      </div>
      {streams.data && streams.isRefetchError && (
        <Banner tone="danger">{t('stale', { reason: errorText(streams.error) })}</Banner>
      )}
      {streams.data ? (
        <Streams streams={streams.data.streams} rates={rates} />
      ) : streams.isError ? (
        <Failure error={streams.error} onRetry={() => void streams.refetch()} />
      ) : (
        <Spinner />
      )}
    </section>
  );
}

interface StreamsProps {
  readonly streams: readonly ActiveStream[];
  readonly rates: Rates;
}

function Streams({ streams, rates }: StreamsProps) {
  const { t, i18n } = useTranslation('admin-streams');
  if (streams.length === 0)
    return <EmptyState icon={<RadioTower aria-hidden="true" />} title={t('none.title')} text={t('none.text')} />;
  const columns: Column<ActiveStream>[] = [
    {
      key: 'room',
      label: t('column.room'),
      render: ({ room_name, media_name }) => `${room_name}: ${shownTitle(media_name)}`,
    },
    { key: 'by', label: t('column.by'), render: ({ stream }) => stream?.publisher_name ?? '' },
    {
      key: 'since',
      label: t('column.since'),
      render: ({ stream }) => stream?.started_at && <Moment at={stream.started_at} />,
    },
    {
      key: 'what',
      label: t('column.what'),
      render: ({ facts, stream }) => (
        <div className="grid gap-2">
          {stream && <StreamSource stream={stream} />}
          {facts ? (
            <span>
              {codecsOf(facts)} ·{' '}
              <span className="whitespace-nowrap">{rateOf(facts.bits_per_second, i18n.locale)}</span>
            </span>
          ) : (
            t('elsewhere')
          )}
          <RateLine rates={rates.get(stream?.generation_id ?? '') ?? []} />
          {isRecorded(stream) && (
            <span>
              <Chip tone="danger" icon={<Circle size={10} aria-hidden="true" fill="currentColor" />}>
                {t('recorded')}
              </Chip>
            </span>
          )}
          <AdviceList advice={stream?.advice ?? []} />
        </div>
      ),
    },
    { key: 'viewers', label: t('column.viewers'), render: ({ facts }) => facts && <Viewers facts={facts} /> },
    { key: 'end', label: t('end.action'), isOneLine: true, render: (stream) => <EndStream stream={stream} /> },
  ];
  return (
    <RecordList
      label={t('title')}
      rows={streams}
      columns={columns}
      idOf={({ stream }) => stream?.generation_id ?? ''}
    />
  );
}

/** The bit rates since the page was opened, one entry per answer. [WAT4] */
function useRates(streams: readonly ActiveStream[] | undefined): Rates {
  const [rates, setRates] = useState<Rates>(new Map());
  useEffect(() => {
    if (streams) setRates((before) => withRates(before, streams));
  }, [streams]);
  return rates;
}

function isRecorded(stream: ActiveStream['stream']): boolean {
  return stream?.recording?.state === 'recording';
}

function EndStream({ stream: { stream, room_name } }: { readonly stream: ActiveStream }) {
  const { t } = useTranslation('admin-streams');
  const errorText = useErrorText();
  const [isAsked, setAsked] = useState(false);
  const kick = useAdminAction('AdminService.KickStream', () => setAsked(false));
  const onError = (error: Error) => {
    setAsked(false);
    showToast(errorText(error), 'danger');
  };
  if (!stream) return null;
  const { room_id, media_id } = stream;
  return (
    <>
      <Button kind="danger" onClick={() => setAsked(true)}>
        {t('end.action')}
      </Button>
      <ConfirmDialog
        title={t('end.title', { room: room_name })}
        text={t(stream.pull ? 'end.pulledText' : 'end.text')}
        action={t('end.action')}
        isOpen={isAsked}
        isBusy={kick.isPending}
        onConfirm={() => kick.mutate({ room_id, media_id }, { onError })}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
