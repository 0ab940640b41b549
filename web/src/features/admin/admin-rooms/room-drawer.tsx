import type { AdminRoom } from '@matinee/contract/gen/api.ts';
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
import { BanHistory } from '../admin-users/ban-history.tsx';
import { RoomActions } from './room-actions.tsx';
import { RoomDiagnosis } from './room-diagnosis.tsx';
import { RoomMembers } from './room-members.tsx';
import { useRoom } from './use-rooms.ts';

/** All details of one room, and the actions on it. */
export function RoomDrawer({ roomId, onClose }: { readonly roomId: string; readonly onClose: () => void }) {
  const { t } = useTranslation('admin-rooms');
  const room = useRoom(roomId);
  return (
    <Drawer title={room.data?.room?.name ?? t('one')} onClose={onClose}>
      {room.isPending ? (
        <div role="status" className="grid gap-3">
          <span className="sr-only">{t('loading')}</span>
          <Skeleton className="h-48" />
          <Skeleton className="h-24" />
        </div>
      ) : room.isError ? (
        <Failure error={room.error} onRetry={() => void room.refetch()} />
      ) : (
        <>
          {!room.data.owner_active && (
            <p role="status" className="rounded-control bg-danger-soft px-4 py-3 text-danger">
              {t('ownerless', { creator: room.data.room?.creator_username })}
            </p>
          )}
          <RoomPicture row={room.data} />
          <RoomFacts row={room.data} />
          <RoomActions row={room.data} onDeleted={onClose} />
          <RoomDiagnosis roomId={roomId} />
          <RoomMembers roomId={roomId} />
          <BanHistory targetId={roomId} />
        </>
      )}
    </Drawer>
  );
}

function RoomPicture({ row: { room } }: { readonly row: AdminRoom }) {
  const clear = useAdminAction('AdminService.ClearRoomCover');
  if (!room) return null;
  const remove = () => clear.mutateAsync({ room_id: room.id });
  return <ModeratedPicture kind="cover" name={room.name} picture={room.cover} remove={remove} />;
}

function RoomFacts({ row: { room, ban, owner_active } }: { readonly row: AdminRoom }) {
  const { t } = useTranslation('admin-rooms');
  if (!room) return null;
  return (
    <Facts
      facts={[
        {
          label: t('column.status'),
          value: (
            <span className="flex flex-wrap gap-2">
              <Chip tone={room.status === 'active' ? 'good' : 'danger'}>{t(`status.${room.status}`)}</Chip>
              {!owner_active && <Chip tone="danger">{t('ownerInactive')}</Chip>}
            </span>
          ),
        },
        ban && { label: t('ban.reason'), value: <bdi>{ban.reason || t('ban.noReason')}</bdi> },
        room.description ? { label: t('description'), value: <bdi>{room.description}</bdi> } : undefined,
        {
          label: t('column.creator'),
          value: (
            <Link
              to="/admin/$"
              params={{ _splat: `users/${room.creator_id}` }}
              className="underline underline-offset-4"
            >
              <bdi>{room.creator_username}</bdi>
            </Link>
          ),
        },
        { label: t('filter.visibility'), value: t(`visibility.${room.visibility}`) },
        { label: t('password.label'), value: t(room.has_password ? 'password.isSet' : 'password.none') },
        { label: t('column.members'), value: room.member_count },
        { label: t('column.online'), value: room.online_count },
        room.created_at ? { label: t('column.created'), value: <Moment at={room.created_at} /> } : undefined,
        {
          label: t('id'),
          value: (
            <span className="grid justify-items-start gap-1">
              <code className="min-w-0 text-sm wrap-anywhere">{room.id}</code>
              <span className="-ms-4">
                <CopyButton text={room.id} label={t('copyId')} kind="quiet" />
              </span>
            </span>
          ),
        },
      ]}
    />
  );
}
