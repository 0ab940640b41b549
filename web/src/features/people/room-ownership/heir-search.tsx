import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { manyMembers, PeopleSearchField } from '../members/people-search-field.tsx';
import { type Heir, HeirList } from './heir-list.tsx';

/** Most members in the list. To find others, the person types a part of the name. */
const mostHeirs = 100;

interface HeirSearchProps {
  readonly roomId: string;
  readonly label: string;
  readonly chosen: Heir | undefined;
  readonly onChoose: (heir: Heir) => void;
}

/** Chooses a member other than the creator. With many members there is a search. [WOW1] [WOW2] */
export function HeirSearch({ roomId, label, chosen, onChoose }: HeirSearchProps) {
  const { t } = useTranslation(['room-ownership', 'members']);
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const query = useHeirs(roomId, search);
  if (query.isPending) return <Skeleton className="h-32" />;
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  const { members, total } = query.data;
  const found: Heir[] = members.filter(({ role }) => role !== 'creator');
  if (found.length === 0 && text === '') return <p className="text-muted">{t('nobody')}</p>;
  // The chosen member stays in sight during every search.
  const isFound = chosen === undefined || found.some(({ user_id }) => user_id === chosen.user_id);
  return (
    <>
      {(total >= manyMembers || text !== '') && <PeopleSearchField text={text} onChange={setText} />}
      <HeirList label={label} people={isFound ? found : [chosen, ...found]} chosen={chosen} onChoose={onChoose} />
      <p role="status" className="text-sm text-muted empty:hidden">
        {search !== '' && found.length === 0 && t('noneFound', { ns: 'members', search })}
        {total > mostHeirs && t('more', { count: total - members.length })}
      </p>
    </>
  );
}

function useHeirs(room_id: string, search: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: ['room-heirs', room_id, search],
    queryFn: ({ signal }) =>
      api.call('RoomService.GetRoomMembers', { room_id, search, page_size: mostHeirs }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
