import type { ContentReport, ReportStatus } from '@matinee/contract/gen/api.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Pager } from '../../../ui/lists/pager.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { ReportCard } from './report-card.port.tsx';

type Shown = 'pending' | 'resolved' | 'dismissed';
const choices: readonly Shown[] = ['pending', 'resolved', 'dismissed'];
const pageSize = 20;

/** The reports that the room's moderators handle. [WRP2] [WRP4] */
export function ReportList() {
  const { t } = useTranslation('reports');
  const { api } = useSession();
  const { room } = useRoom();
  const [shown, setShown] = useState<Shown>('pending');
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ['room-reports', room.roomId, shown, page],
    queryFn: () =>
      api.call('RoomService.ListRoomContentReports', {
        room_id: room.roomId,
        ...(shown === 'pending' ? {} : { status: shown }),
        page,
        page_size: pageSize,
      }),
    // A moderator who was just notified of a report looks for it now.
    staleTime: 0,
    refetchInterval: 15_000,
  });
  const reports = query.data?.reports ?? [];
  return (
    <>
      <Select<Shown>
        label={t('queue.shown')}
        value={shown}
        options={choices.map((value) => ({ value, label: t(`queue.${value}`) }))}
        onChange={(next) => {
          setShown(next);
          setPage(1);
        }}
      />
      {query.isPending && <Skeleton className="h-40" />}
      {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && reports.length === 0 && (
        <EmptyState icon={<ShieldCheck aria-hidden="true" />} title={t('queue.empty')} text={t('queue.emptyText')} />
      )}
      {reports.map((report) => (
        <RoomReport key={report.id} report={report} />
      ))}
      <Pager page={page} pageSize={pageSize} total={query.data?.total ?? 0} onPage={setPage} />
    </>
  );
}

function RoomReport({ report }: { readonly report: ContentReport }) {
  const { t } = useTranslation('reports');
  const { api } = useSession();
  const { room, self } = useRoom();
  const client = useQueryClient();
  const errorText = useErrorText('reports');
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: () => showToast(t('done')),
    onError: (error) => showToast(errorText(error), 'danger'),
    onSettled: () => client.invalidateQueries({ queryKey: ['room-reports', room.roomId] }),
  });
  const { content } = report;
  const inRoom = { room_id: room.roomId };
  const decide = (status: ReportStatus, note: string) =>
    act.mutate(() =>
      api.call('RoomService.UpdateRoomContentReportStatus', {
        ...inRoom,
        report_id: report.id,
        status,
        note,
        expected_version: report.version,
      }),
    );
  return (
    <ReportCard report={report} isBusy={act.isPending} onDecide={decide}>
      {content?.message_id && (
        <Button
          kind="danger"
          onClick={() =>
            act.mutate(async () => {
              const which = { ...inRoom, message_id: content.message_id };
              const { message } = await api.call('RoomService.GetChatMessage', which);
              const expected_version = message?.version ?? 0;
              return api.call('RoomService.DeleteChatMessage', { ...which, reason: '', expected_version });
            })
          }
        >
          {t('deleteMessage')}
        </Button>
      )}
      {content?.user_id && self.permissions.has('remove_members') && (
        <Button
          kind="danger"
          onClick={() => act.mutate(() => api.call('RoomService.KickMember', { ...inRoom, user_id: content.user_id }))}
        >
          {t('removeMember')}
        </Button>
      )}
    </ReportCard>
  );
}
