import type { RoomBan } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Pager } from '../../../ui/lists/pager.tsx';
import { Avatar } from '../../../ui/signs/avatar.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';

const pageSize = 50;

/** The bans of the room, each with its reason and end. Each ban can be lifted. [WBN1] */
export function BanList() {
  const { t } = useTranslation('room-bans');
  const { api } = useSession();
  const { room } = useRoom();
  const client = useQueryClient();
  const errorText = useErrorText();
  const queryKey = ['room-bans', room.roomId];
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: [...queryKey, page],
    queryFn: () => api.call('RoomService.ListRoomBans', { room_id: room.roomId, page, page_size: pageSize }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const lift = useMutation({
    mutationFn: ({ user_id }: RoomBan) => api.call('RoomService.LiftRoomBan', { room_id: room.roomId, user_id }),
    onSuccess: (_answer, { display_name }) => showToast(t('lifted', { name: display_name })),
    onError: (error) => showToast(errorText(error), 'danger'),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  if (list.isPending) return <Skeleton className="h-40" />;
  if (list.isError) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  const { bans, total } = list.data;
  if (total === 0) return <EmptyState icon={<UserX aria-hidden="true" />} title={t('none')} text={t('noneText')} />;
  return (
    <>
      <ul className="grid grid-cols-1 gap-4">
        {bans.map((ban) => (
          <BanRow key={ban.user_id} ban={ban} isBusy={lift.isPending} onLift={() => lift.mutate(ban)} />
        ))}
      </ul>
      <Pager page={page} pageSize={pageSize} total={total} onPage={setPage} />
    </>
  );
}

interface BanRowProps {
  readonly ban: RoomBan;
  readonly isBusy: boolean;
  readonly onLift: () => void;
}

function BanRow({ ban, isBusy, onLift }: BanRowProps) {
  const { t } = useTranslation('room-bans');
  return (
    <li className="flex flex-wrap items-center gap-3">
      <Avatar id={ban.user_id} name={ban.display_name} picture={ban.avatar} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          <bdi>{ban.display_name}</bdi>
        </p>
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
      <Button busy={isBusy} onClick={onLift}>
        {t('lift')}
      </Button>
    </li>
  );
}
