import type { AdminRoom } from '@matinee/contract/gen/api.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import type { Translate } from '../../../texts/texts.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import type { Column } from '../../../ui/lists/record-list.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import type { AdminPageProps } from '../admin/entry.ts';
import { PagedList } from '../admin/paged-list.tsx';
import { useList } from '../admin/use-list.ts';
import { BatchBar } from '../admin-users/batch-bar.tsx';
import { RoomDrawer } from './room-drawer.tsx';
import { RoomFilters } from './room-filters.tsx';
import { pageSize, type RoomFilter, useRooms } from './use-rooms.ts';

const anything: RoomFilter = {
  search: '',
  status: '',
  visibility: '',
  onlineOnly: false,
  ownerlessOnly: false,
  sort: 'newest',
  page: 1,
};

/** All rooms, to search, look at and change. The address names the room whose details are open. */
export function RoomsPage({ path: [openId] }: AdminPageProps) {
  // The settings form belongs to another feature. Loads its texts before it is opened.
  const { t } = useTranslation(['admin-rooms', 'room-settings', 'rooms']);
  const navigate = useNavigate();
  const { api } = useSession();
  const { filter, asked, change, chosen, choose, clear } = useList<RoomFilter>(anything);
  const rooms = useRooms(asked);
  const rows = rooms.data?.rooms ?? [];
  const close = () => void navigate({ to: '/admin/$', params: { _splat: 'rooms' } });
  return (
    <section aria-labelledby="rooms-title" className="grid gap-5">
      <h1 id="rooms-title" className="text-2xl font-semibold tracking-tight">
        {t('title')}
      </h1>
      <RoomFilters filter={filter} change={change} />
      {chosen.size > 0 && (
        <BatchBar
          namespace="admin-rooms"
          count={chosen.size}
          onBan={({ reason }) => api.call('AdminService.BatchBanRooms', { room_ids: [...chosen], reason })}
          onDelete={() => api.call('AdminService.BatchDeleteRooms', { room_ids: [...chosen] })}
          onDone={clear}
        />
      )}
      <PagedList<AdminRoom>
        query={rooms}
        loading={t('loading')}
        empty={<EmptyState icon={<SearchX aria-hidden="true" />} title={t('empty.title')} text={t('empty.text')} />}
        label={t('title')}
        rows={rows}
        columns={columnsOf(t)}
        idOf={(row) => row.room?.id ?? ''}
        chosen={chosen}
        onChoose={choose}
        chooseLabel={(row) => t('choose', { name: row.room?.name })}
        page={filter.page}
        pageSize={pageSize}
        onPage={(page) => change({ page })}
      />
      {openId && <RoomDrawer roomId={openId} onClose={close} />}
    </section>
  );
}

function columnsOf(t: Translate): Column<AdminRoom>[] {
  return [
    {
      key: 'name',
      label: t('column.name'),
      render: ({ room }) =>
        room && (
          <Link
            to="/admin/$"
            params={{ _splat: `rooms/${room.id}` }}
            className="flex min-h-11 min-w-0 items-center rounded-control underline-offset-4 hover:underline"
          >
            <bdi className="truncate">{room.name}</bdi>
          </Link>
        ),
    },
    {
      key: 'creator',
      label: t('column.creator'),
      render: ({ room }) => <bdi className="block truncate">{room?.creator_username}</bdi>,
    },
    { key: 'status', label: t('column.status'), render: (row) => <StatusChip row={row} t={t} /> },
    { key: 'members', label: t('column.members'), align: 'end', render: ({ room }) => room?.member_count },
    { key: 'online', label: t('column.online'), align: 'end', render: ({ room }) => room?.online_count },
    {
      key: 'created',
      label: t('column.created'),
      render: ({ room }) => room?.created_at && <Moment at={room.created_at} style="date" />,
    },
  ];
}

function StatusChip({ row: { room, owner_active }, t }: { readonly row: AdminRoom; readonly t: Translate }) {
  if (room?.status === 'banned') return <Chip tone="danger">{t('status.banned')}</Chip>;
  if (!owner_active) return <Chip tone="danger">{t('ownerInactive')}</Chip>;
  return room?.status === 'closed' ? <Chip>{t('status.closed')}</Chip> : t('status.active');
}
