import type { ContentReport, ReportStatus, ReportTargetKind } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Pager } from '../../../ui/lists/pager.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { ReportCard } from '../../people/reports/report-card.port.tsx';
import { useAdminAction } from '../admin/admin-action.ts';
import { ListStates } from '../admin/list-states.tsx';
import { option } from '../admin/option.ts';

type Shown = 'pending' | 'in_review' | 'resolved' | 'dismissed';
const shownStatuses: readonly Shown[] = ['pending', 'in_review', 'resolved', 'dismissed'];
const targets: readonly (ReportTargetKind | 'all')[] = ['all', 'message', 'member', 'user', 'room'];
const pageSize = 20;

/** The reports of all rooms. [WRP3] */
export function ReportsPage() {
  const { t } = useTranslation('admin-reports');
  const [shown, setShown] = useState<Shown>('pending');
  const [target, setTarget] = useState<ReportTargetKind | 'all'>('all');
  const [page, setPage] = useState(1);
  const query = useReports({ shown, target, page });
  const reports = query.data?.reports ?? [];
  return (
    <section aria-labelledby="reports-title" className="grid gap-5">
      <h1 id="reports-title" className="text-2xl font-semibold tracking-tight">
        {t('title')}
      </h1>
      <search className="grid gap-3 sm:grid-cols-2">
        <Select<Shown>
          label={t('shown.label')}
          value={shown}
          options={shownStatuses.map(option(t, 'shown'))}
          onChange={(next) => {
            setShown(next);
            setPage(1);
          }}
        />
        <Select<ReportTargetKind | 'all'>
          label={t('target.label')}
          value={target}
          options={targets.map(option(t, 'target'))}
          onChange={(next) => {
            setTarget(next);
            setPage(1);
          }}
        />
      </search>
      <ListStates
        query={query}
        isEmpty={reports.length === 0}
        loading={t('loading')}
        empty={<EmptyState icon={<ShieldCheck aria-hidden="true" />} title={t('empty')} />}
      >
        {reports.map((report) => (
          <PlatformReport key={report.id} report={report} />
        ))}
        <Pager page={page} pageSize={pageSize} total={query.data?.total ?? 0} onPage={setPage} />
      </ListStates>
    </section>
  );
}

interface ReportFilter {
  readonly shown: Shown;
  readonly target: ReportTargetKind | 'all';
  /** Counts from 1. */
  readonly page: number;
}

function useReports({ shown, target, page }: ReportFilter) {
  const { api } = useSession();
  return useQuery({
    queryKey: ['admin', 'reports', shown, target, page],
    queryFn: ({ signal }) =>
      api.call(
        'AdminService.ListContentReports',
        {
          ...(shown === 'pending' ? {} : { status: shown }),
          ...(target === 'all' ? {} : { target }),
          page,
          page_size: pageSize,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

function PlatformReport({ report }: { readonly report: ContentReport }) {
  const { t } = useTranslation('admin-reports');
  const client = useQueryClient();
  const errorText = useErrorText('reports');
  const update = useAdminAction('AdminService.UpdateContentReportStatus', () => showToast(t('done')));
  const decide = (status: ReportStatus, note: string) =>
    update.mutate(
      { report_id: report.id, status, note, expected_version: report.version },
      {
        onError: (error) => {
          showToast(errorText(error), 'danger');
          void client.invalidateQueries({ queryKey: ['admin', 'reports'] });
        },
      },
    );
  const { content } = report;
  return (
    <ReportCard report={report} isBusy={update.isPending} onDecide={decide}>
      {content?.user_id && (
        <Link to="/admin/$" params={{ _splat: `users/${content.user_id}` }} className={buttonClass('quiet')}>
          {t('toUser')}
        </Link>
      )}
      <Link to="/admin/$" params={{ _splat: `rooms/${report.room_id}` }} className={buttonClass('quiet')}>
        {t('toRoom')}
      </Link>
    </ReportCard>
  );
}
