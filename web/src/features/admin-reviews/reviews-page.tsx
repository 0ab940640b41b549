import type { ReviewStatus, UserRegistrationReview } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Pager } from '../../ui/pager.tsx';
import { type Column, RecordList } from '../../ui/record-list.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Failure } from '../shell/failure.tsx';
import { Decision } from './decision.tsx';

const statuses: readonly ReviewStatus[] = ['pending', 'approved', 'rejected'];
const pageSize = 20;

/** Who wants an account, and what was decided about others. [WV1] */
export function ReviewsPage() {
  const { t } = useTranslation('admin-reviews');
  const { api } = useSession();
  const [status, setStatus] = useState<ReviewStatus>('pending');
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const search = useDeferredValue(text.trim());
  const query = useQuery({
    queryKey: ['admin', 'reviews', status, search, page],
    queryFn: ({ signal }) =>
      api.call('AdminService.ListUserRegistrationReviews', { status, search, page, page_size: pageSize }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const show = (change: () => void) => {
    change();
    setPage(1);
    setChosen(new Set());
  };
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const rows = query.data?.reviews ?? [];
  return (
    <section aria-labelledby="reviews-title" className="grid gap-5">
      <h1 id="reviews-title" className="text-2xl font-semibold tracking-tight">
        {t('title')}
      </h1>
      <search className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <TextField
          label={t('search')}
          type="search"
          maxLength={64}
          value={text}
          onChange={(event) => show(() => setText(event.target.value))}
        />
        <Select
          label={t('status.label')}
          value={status}
          options={statuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          onChange={(value) => show(() => setStatus(value))}
        />
      </search>
      {chosen.size > 0 && <Decision chosen={[...chosen]} onDone={() => setChosen(new Set())} />}
      {query.isPending ? (
        <Skeleton className="h-64" />
      ) : query.isError ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<UserCheck aria-hidden="true" />}
          title={t(`empty.${status}`)}
          text={status === 'pending' ? t('empty.text') : ''}
        />
      ) : (
        <div>
          <RecordList<UserRegistrationReview>
            label={t('title')}
            rows={rows}
            columns={columnsOf(t, status)}
            idOf={(row) => row.id}
            isStale={query.isPlaceholderData}
            {...(status === 'pending'
              ? { chosen, onChoose: choose, chooseLabel: (row) => t('choose', { name: row.username }) }
              : {})}
          />
          <Pager page={page} pageSize={pageSize} total={query.data.total} onPage={setPage} />
        </div>
      )}
    </section>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];

function columnsOf(t: Translate, status: ReviewStatus): Column<UserRegistrationReview>[] {
  const columns: Column<UserRegistrationReview>[] = [
    { key: 'name', label: t('column.name'), render: ({ username }) => <bdi className="font-medium">{username}</bdi> },
    { key: 'method', label: t('column.method'), render: ({ method }) => t(`method.${method}`) },
    { key: 'email', label: t('column.email'), render: ({ email }) => email ?? t('noEmail') },
    {
      key: 'created',
      label: t('column.created'),
      render: ({ created_at }) => created_at && <Moment at={created_at} style="date" />,
    },
  ];
  if (status === 'pending') return columns;
  return [
    ...columns,
    { key: 'by', label: t('column.decidedBy'), render: ({ decided_by }) => <bdi>{decided_by}</bdi> },
    ...(status === 'rejected'
      ? [{ key: 'reason', label: t('column.reason'), render: ({ reason }: UserRegistrationReview) => reason }]
      : []),
  ];
}
