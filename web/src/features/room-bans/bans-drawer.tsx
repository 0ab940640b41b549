import type { RoomBan } from '@matinee/contract/gen/api.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../client/session/session.tsx';
import { useErrorText } from '../../client/words/error-text.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Drawer } from '../../ui/dialogs/drawer.tsx';
import { Avatar } from '../../ui/signs/avatar.tsx';
import { Moment } from '../../ui/signs/moment.tsx';
import { showToast } from '../../ui/signs/toast.tsx';
import { useRoom } from '../room/room-scope.port.ts';

/** Who is kept out of the room, why and until when; each ban can be lifted. [WBN1] */
export function BansDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('room-bans');
  const { api } = useSession();
  const { room } = useRoom();
  const client = useQueryClient();
  const errorText = useErrorText();
  const queryKey = ['room-bans', room.roomId];
  const list = useQuery({
    queryKey,
    queryFn: () => api.call('RoomService.ListRoomBans', { room_id: room.roomId, page_size: 100 }),
  });
  const lift = useMutation({
    mutationFn: ({ user_id }: RoomBan) => api.call('RoomService.LiftRoomBan', { room_id: room.roomId, user_id }),
    onSuccess: (_answer, { username }) => showToast(t('lifted', { name: username })),
    onError: (error) => showToast(errorText(error), 'danger'),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <Drawer title={t('title')} onClose={onClose}>
      {list.data?.bans.length === 0 && <p className="text-muted">{t('none')}</p>}
      <ul className="grid gap-4">
        {list.data?.bans.map((ban) => (
          <li key={ban.user_id} className="flex flex-wrap items-center gap-3">
            <Avatar id={ban.user_id} name={ban.username} picture={ban.avatar} />
            <div className="min-w-0 flex-1">
              <bdi className="block truncate font-medium">{ban.username}</bdi>
              {ban.reason && (
                <p dir="auto" className="wrap-anywhere">
                  {ban.reason}
                </p>
              )}
              <p className="text-sm text-muted">
                {ban.banned_by && t('by', { name: ban.banned_by })}
                {ban.banned_by && ' · '}
                {ban.until ? (
                  <>
                    {t('until')} <Moment at={ban.until} />
                  </>
                ) : (
                  t('forGood')
                )}
              </p>
            </div>
            <Button busy={lift.isPending} onClick={() => lift.mutate(ban)}>
              {t('lift')}
            </Button>
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
