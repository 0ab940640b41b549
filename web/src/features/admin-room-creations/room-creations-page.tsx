import type { ReviewStatus, RoomCreationReview } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DoorOpen } from 'lucide-react';
import { useSession } from '../../client/session/session.tsx';
import type { Translate } from '../../texts/texts.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { Column } from '../../ui/lists/record-list.tsx';
import { EmptyState } from '../../ui/signs/empty-state.tsx';
import { Moment } from '../../ui/signs/moment.tsx';
import { option } from '../admin/option.port.ts';
import { PagedList } from '../admin/paged-list.port.tsx';
import { type ListFilter, useList } from '../admin/use-list.port.ts';
import { Decision } from './decision.tsx';

const statuses: readonly ReviewStatus[] = ['pending', 'approved', 'rejected'];
const pageSize = 20;

interface ReviewFilter extends ListFilter {
  readonly status: ReviewStatus;
}

const waiting: ReviewFilter = { search: '', status: 'pending', page: 1 };

/** Rooms that wait, and what was decided about earlier ones. [WRC2] */
export function RoomCreationsPage() {
  const { t } = useTranslation('admin-room-creations');
  const { api } = useSession();
  const { filter, asked, change, chosen, choose, clear } = useList<ReviewFilter>(waiting);
  const { status } = filter;
  const query = useQuery({
    queryKey: ['admin', 'room-creations', asked],
    queryFn: ({ signal }) =>
      api.call(
        'AdminService.ListRoomCreationReviews',
        { ...asked, search: asked.search.trim(), page_size: pageSize },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const rows = query.data?.reviews ?? [];
  return (
    <section aria-labelledby="room-creations-title" className="grid gap-5">
      <h1 id="room-creations-title" className="text-2xl font-semibold tracking-tight">
        {t('title')}
      </h1>
      <search className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <TextField
          label={t('search')}
          type="search"
          maxLength={100}
          value={filter.search}
          onChange={(event) => change({ search: event.target.value })}
        />
        <Select
          label={t('status.label')}
          value={status}
          options={statuses.map(option(t, 'status'))}
          onChange={(next) => change({ status: next })}
        />
      </search>
      {chosen.size > 0 && <Decision chosen={[...chosen]} onDone={clear} />}
      <PagedList<RoomCreationReview>
        query={query}
        loading={t('loading')}
        empty={
          <EmptyState
            icon={<DoorOpen aria-hidden="true" />}
            title={t(filter.search.trim() === '' ? `empty.${status}` : 'empty.search')}
            text={status === 'pending' && filter.search.trim() === '' ? t('empty.text') : ''}
          />
        }
        label={t('title')}
        rows={rows}
        columns={columnsOf(t, status)}
        idOf={(row) => row.id}
        {...(status === 'pending'
          ? { chosen, onChoose: choose, chooseLabel: (row) => t('choose', { name: row.name }) }
          : {})}
        page={filter.page}
        pageSize={pageSize}
        onPage={(page) => change({ page })}
      />
    </section>
  );
}

function columnsOf(t: Translate, status: ReviewStatus): Column<RoomCreationReview>[] {
  const columns: Column<RoomCreationReview>[] = [
    {
      key: 'name',
      label: t('column.name'),
      render: ({ name, description }) => (
        <>
          <bdi className="font-medium wrap-anywhere">{name}</bdi>
          {description && <bdi className="block text-sm wrap-anywhere text-muted">{description}</bdi>}
        </>
      ),
    },
    {
      key: 'creator',
      label: t('column.creator'),
      render: ({ creator_username }) => <bdi className="wrap-anywhere">{creator_username}</bdi>,
    },
    {
      key: 'visibility',
      label: t('column.visibility'),
      render: ({ visibility }) => t(visibility === 'hidden' ? 'hidden' : 'public'),
    },
    {
      key: 'created',
      label: t('column.created'),
      render: ({ created_at }) => created_at && <Moment at={created_at} style="date" />,
    },
  ];
  if (status === 'pending') return columns;
  return [
    ...columns,
    {
      key: 'by',
      label: t('column.decidedBy'),
      render: ({ decided_by }) => <bdi className="wrap-anywhere">{decided_by}</bdi>,
    },
    ...(status === 'rejected'
      ? [
          {
            key: 'reason',
            label: t('column.reason'),
            render: ({ reason }: RoomCreationReview) => <bdi className="wrap-anywhere">{reason}</bdi>,
          },
        ]
      : []),
  ];
}
