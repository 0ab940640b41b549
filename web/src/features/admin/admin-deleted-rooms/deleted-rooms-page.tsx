import type { DeletedRoom } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import type { Translate } from '../../../texts/texts.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { Column } from '../../../ui/lists/record-list.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { PagedList } from '../admin/paged-list.tsx';
import { type ListFilter, useList } from '../admin/use-list.ts';
import { DeletedRoomActions } from './deleted-room-actions.tsx';

const pageSize = 20;
const all: ListFilter = { search: '', page: 1 };

/** Deleted rooms, while they can be restored. [WDR2] */
export function DeletedRoomsPage() {
  const { t } = useTranslation('admin-deleted-rooms');
  const { api } = useSession();
  const { filter, asked, change } = useList<ListFilter>(all);
  const query = useQuery({
    queryKey: ['admin', 'deleted-rooms', asked],
    queryFn: ({ signal }) =>
      api.call(
        'AdminService.ListDeletedRooms',
        { ...asked, search: asked.search.trim(), page_size: pageSize },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="deleted-rooms-title" className="grid gap-5">
      <h1 id="deleted-rooms-title" className="text-2xl font-semibold tracking-tight">
        {t('title')}
      </h1>
      <p className="text-muted">{t('lead')}</p>
      <search>
        <TextField
          label={t('search')}
          type="search"
          maxLength={100}
          value={filter.search}
          onChange={(event) => change({ search: event.target.value })}
        />
      </search>
      <PagedList<DeletedRoom>
        query={query}
        loading={t('loading')}
        empty={
          <EmptyState
            icon={<Trash2 aria-hidden="true" />}
            title={t(filter.search.trim() === '' ? 'empty' : 'emptySearch')}
            text=""
          />
        }
        label={t('title')}
        rows={query.data?.rooms ?? []}
        columns={columnsOf(t)}
        idOf={({ id }) => id}
        page={filter.page}
        pageSize={pageSize}
        onPage={(page) => change({ page })}
      />
    </section>
  );
}

function columnsOf(t: Translate): Column<DeletedRoom>[] {
  return [
    {
      key: 'name',
      label: t('column.name'),
      render: ({ name }) => <bdi className="font-medium wrap-anywhere">{name}</bdi>,
    },
    {
      key: 'creator',
      label: t('column.creator'),
      render: ({ creator_username }) => <bdi className="wrap-anywhere">{creator_username}</bdi>,
    },
    {
      key: 'by',
      label: t('column.by'),
      render: ({ deleted_by_administrator }) => t(deleted_by_administrator ? 'by.administrator' : 'by.creator'),
    },
    {
      key: 'until',
      label: t('column.until'),
      render: ({ restorable_until }) => restorable_until && <Moment at={restorable_until} style="date" />,
    },
    { key: 'actions', label: t('column.actions'), render: (room) => <DeletedRoomActions room={room} /> },
  ];
}
