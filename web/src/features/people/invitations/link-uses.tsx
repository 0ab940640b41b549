import type { RoomInvitation } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Pager } from '../../../ui/lists/pager.tsx';
import { Avatar } from '../../../ui/signs/avatar.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';

const pageSize = 20;

/** The people who joined by a link, with times, the latest first. [WN3] */
export function LinkUses({ link: { id, room_id, use_count } }: { readonly link: RoomInvitation }) {
  const { t } = useTranslation('invitations');
  const { api } = useSession();
  const errorText = useErrorText();
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: ['room-invitations', room_id, 'uses', id, use_count, page],
    queryFn: () =>
      api.call('RoomService.ListRoomInvitationUses', { room_id, invitation_id: id, page, page_size: pageSize }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="mb-2 grid grid-cols-1 gap-1 rounded-control bg-surface-2 px-4 py-3">
      {list.isPending && <Skeleton className="h-9" />}
      {list.error && (
        <p role="alert" className="text-danger">
          {errorText(list.error)}
        </p>
      )}
      {list.data?.total === 0 && <p className="text-sm text-muted">{t('nobody')}</p>}
      <ul className="grid grid-cols-1 gap-1">
        {list.data?.uses.map(({ user_id, display_name, avatar, used_at }) => (
          <li key={user_id} className="flex min-h-10 items-center gap-3 text-sm">
            <Avatar id={user_id} name={display_name} picture={avatar} size="small" />
            <bdi className="min-w-0 flex-1 truncate font-medium">{display_name}</bdi>
            {used_at && (
              <span className="text-muted">
                <Moment at={used_at} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <Pager page={page} pageSize={pageSize} total={list.data?.total ?? 0} onPage={setPage} />
    </div>
  );
}
