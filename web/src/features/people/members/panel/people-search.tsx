import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useResource } from '../../../../client/room/hooks.ts';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Skeleton } from '../../../../ui/signs/skeleton.tsx';
import { Failure } from '../../../shared/shell/failure.port.tsx';
import { MemberRow } from '../member-row.tsx';
import { sortPeople } from '../people.ts';
import { onlineMembers, roomMembers } from '../resources.ts';

const pageSize = 50;

/** Members whose name contains `text`, loaded or not. [WM12] */
export function FoundPeople({ text }: { readonly text: string }) {
  const { t } = useTranslation('members');
  const { room, self } = useRoom();
  const search = useDeferredValue(text);
  const online = useResource(room, onlineMembers);
  const loaded = useResource(room, roomMembers);
  const query = useQuery({
    queryKey: ['people-search', room.roomId, search],
    queryFn: ({ signal }) =>
      room.api.call('RoomService.GetRoomMembers', { room_id: room.roomId, search, page_size: pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (query.isPending) return <Skeleton className="m-3 h-12" />;
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  // Loaded members are shown as they are now.
  const newest = new Map(loaded?.members.map((member) => [member.user_id, member]));
  const members = query.data.members.map((member) => newest.get(member.user_id) ?? member);
  const people = sortPeople(members, online?.members ?? new Map(), self.id);
  return (
    <>
      <p role="status" className="px-3 pt-4 pb-1 text-sm text-muted">
        {query.data.total === 0 ? t('noneFound', { search }) : t('found', { count: query.data.total })}
      </p>
      <ul>
        {people.map((person) => (
          <MemberRow key={person.member.user_id} person={person} />
        ))}
      </ul>
    </>
  );
}
