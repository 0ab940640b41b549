import type { Account } from '@matinee/contract/gen/api.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { SearchX, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import type { Translate } from '../../../texts/texts.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { Column } from '../../../ui/lists/record-list.tsx';
import { Avatar } from '../../../ui/signs/avatar.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import type { AdminPageProps } from '../admin/entry.ts';
import { PagedList } from '../admin/paged-list.tsx';
import { useList } from '../admin/use-list.ts';
import { BatchBar } from './batch-bar.tsx';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { pageSize, type UserFilter, useUsers } from './use-users.ts';
import { UserDrawer } from './user-drawer.tsx';
import { UserFilters } from './user-filters.tsx';

const anybody: UserFilter = { search: '', role: '', status: '', sort: 'newest', page: 1 };

/** All accounts, to search, look at and change. The address names the account whose details are open. */
export function UsersPage({ path: [openId] }: AdminPageProps) {
  const { t } = useTranslation('admin-users');
  const navigate = useNavigate();
  const { api, user: self } = useSession();
  const { filter, asked, change, chosen, choose, clear } = useList<UserFilter>(anybody);
  const [isCreating, setCreating] = useState(false);
  const users = useUsers(asked);
  const rows = users.data?.users ?? [];
  return (
    <section aria-labelledby="users-title" className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 id="users-title" className="text-2xl font-semibold tracking-tight">
          {t('title')}
        </h1>
        <Button kind="primary" icon={<UserPlus size={18} aria-hidden="true" />} onClick={() => setCreating(true)}>
          {t('create.open')}
        </Button>
      </div>
      <UserFilters filter={filter} change={change} />
      {chosen.size > 0 && (
        <BatchBar
          namespace="admin-users"
          count={chosen.size}
          withEnd
          onBan={(ban) => api.call('AdminService.BatchBanUsers', { user_ids: [...chosen], ...ban })}
          onDelete={
            self?.role === 'root'
              ? () => api.call('AdminService.BatchDeleteUsers', { user_ids: [...chosen] })
              : undefined
          }
          onDone={clear}
        />
      )}
      <PagedList<Account>
        query={users}
        loading={t('loading')}
        empty={<EmptyState icon={<SearchX aria-hidden="true" />} title={t('empty.title')} text={t('empty.text')} />}
        label={t('title')}
        rows={rows}
        columns={columnsOf(t)}
        idOf={(row) => row.user?.id ?? ''}
        chosen={chosen}
        onChoose={choose}
        chooseLabel={(row) => t('choose', { name: row.user?.username })}
        page={filter.page}
        pageSize={pageSize}
        onPage={(page) => change({ page })}
      />
      {openId && (
        <UserDrawer userId={openId} onClose={() => void navigate({ to: '/admin/$', params: { _splat: 'users' } })} />
      )}
      {isCreating && <CreateUserDialog onClose={() => setCreating(false)} />}
    </section>
  );
}

function columnsOf(t: Translate): Column<Account>[] {
  return [
    {
      key: 'name',
      label: t('column.name'),
      render: ({ user }) =>
        user && (
          <Link
            to="/admin/$"
            params={{ _splat: `users/${user.id}` }}
            className="flex min-h-11 min-w-0 items-center gap-3 rounded-control underline-offset-4 hover:underline"
          >
            <Avatar id={user.id} name={user.username} picture={user.avatar} />
            <bdi className="truncate">{user.username}</bdi>
          </Link>
        ),
    },
    {
      key: 'role',
      label: t('column.role'),
      render: ({ user }) =>
        user && (user.role === 'user' ? t('role.user') : <Chip tone="accent">{t(`role.${user.role}`)}</Chip>),
    },
    {
      key: 'status',
      label: t('column.status'),
      render: ({ status }) =>
        status === 'active' ? t('status.active') : <Chip tone="danger">{t(`status.${status}`)}</Chip>,
    },
    { key: 'rooms', label: t('column.rooms'), align: 'end', render: ({ room_count }) => room_count },
    {
      key: 'seen',
      label: t('column.seen'),
      render: ({ last_seen_at }) => (last_seen_at ? <Moment at={last_seen_at} style="date" /> : t('never')),
    },
    {
      key: 'created',
      label: t('column.created'),
      render: ({ user }) => user?.created_at && <Moment at={user.created_at} style="date" />,
    },
  ];
}
