import type { Account } from '@matinee/contract/gen/api.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../texts/use-translation.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Drawer } from '../../../ui/dialogs/drawer.tsx';
import { Facts } from '../../../ui/lists/facts.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { ModeratedPicture } from '../../shared/pictures/moderated-picture.port.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { useAdminAction } from '../admin/admin-action.ts';
import { BanHistory } from './ban-history.tsx';
import { TwoFactorReset } from './two-factor-reset.tsx';
import { useRoomsOf, useUser } from './use-users.ts';
import { UserActions } from './user-actions.tsx';

/** All details of one account, and the actions on it. */
export function UserDrawer({ userId, onClose }: { readonly userId: string; readonly onClose: () => void }) {
  const { t } = useTranslation('admin-users');
  const account = useUser(userId);
  return (
    <Drawer title={account.data?.user?.username ?? t('one')} onClose={onClose}>
      {account.isPending ? (
        <div role="status" className="grid gap-3">
          <span className="sr-only">{t('loading')}</span>
          <Skeleton className="h-48" />
          <Skeleton className="h-24" />
        </div>
      ) : account.isError ? (
        <Failure error={account.error} onRetry={() => void account.refetch()} />
      ) : (
        <>
          <AccountPicture account={account.data} />
          <AccountFacts account={account.data} />
          <UserActions account={account.data} />
          {account.data.status !== 'deleted' && <TwoFactorReset account={account.data} />}
          <RoomsOf userId={userId} />
          <BanHistory targetId={userId} />
        </>
      )}
    </Drawer>
  );
}

function AccountPicture({ account: { user } }: { readonly account: Account }) {
  const clear = useAdminAction('AdminService.ClearUserAvatar');
  if (!user) return null;
  const remove = () => clear.mutateAsync({ user_id: user.id });
  return <ModeratedPicture kind="avatar" name={user.username} picture={user.avatar} remove={remove} />;
}

function AccountFacts({ account }: { readonly account: Account }) {
  const { t } = useTranslation('admin-users');
  const { user, status, ban, deleted_at, restorable_until, last_seen_at } = account;
  if (!user) return null;
  return (
    <Facts
      facts={[
        {
          label: t('column.status'),
          value: <Chip tone={status === 'active' ? 'good' : 'danger'}>{t(`status.${status}`)}</Chip>,
        },
        ban && { label: t('ban.reason'), value: <bdi>{ban.reason || t('ban.noReason')}</bdi> },
        ban?.until ? { label: t('ban.until'), value: <Moment at={ban.until} /> } : undefined,
        deleted_at ? { label: t('deletedAt'), value: <Moment at={deleted_at} /> } : undefined,
        restorable_until ? { label: t('restorableUntil'), value: <Moment at={restorable_until} /> } : undefined,
        { label: t('column.role'), value: t(`role.${user.role}`) },
        account.email ? { label: t('email.label'), value: <bdi>{account.email}</bdi> } : undefined,
        account.is_instant ? { label: t('instant.label'), value: t('instant.text') } : undefined,
        { label: t('password.label'), value: t(account.has_password ? 'password.set' : 'password.none') },
        { label: t('sessions'), value: t('devices', { count: account.session_count }) },
        { label: t('column.seen'), value: last_seen_at ? <Moment at={last_seen_at} /> : t('never') },
        user.created_at ? { label: t('column.created'), value: <Moment at={user.created_at} /> } : undefined,
        {
          label: t('id'),
          value: (
            <span className="grid justify-items-start gap-1">
              <code className="min-w-0 text-sm wrap-anywhere">{user.id}</code>
              <span className="-ms-4">
                <CopyButton text={user.id} label={t('copyId')} kind="quiet" />
              </span>
            </span>
          ),
        },
      ]}
    />
  );
}

function RoomsOf({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('admin-users');
  const rooms = useRoomsOf(userId);
  if (!rooms.data) return null;
  return (
    <section aria-labelledby="rooms-of">
      <h3 id="rooms-of" className="mb-2 font-semibold">
        {t('rooms.title', { count: rooms.data.total })}
      </h3>
      {rooms.data.rooms.length === 0 && <p className="text-muted">{t('rooms.none')}</p>}
      <ul className="grid grid-cols-1 gap-1">
        {rooms.data.rooms.map(
          ({ room, role }) =>
            room && (
              <li key={room.id} className="flex min-h-11 items-center justify-between gap-3">
                <Link
                  to="/admin/$"
                  params={{ _splat: `rooms/${room.id}` }}
                  className="inline-flex min-h-11 min-w-0 items-center underline underline-offset-4"
                >
                  <bdi className="truncate">{room.name}</bdi>
                </Link>
                <span className="shrink-0 text-sm text-muted">{t(`rooms.role.${role}`)}</span>
              </li>
            ),
        )}
      </ul>
    </section>
  );
}
