import type { Room, RoomMember } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { manyMembers, PeopleSearchField } from '../members/people-search-field.tsx';
import { HeirList } from './heir-list.tsx';

/** Most members in the list. To find others, the person types a part of the name. */
const mostHeirs = 100;

export interface HeirFormProps {
  readonly room: Room;
  readonly onDone: () => void;
}

/** Chooses the member who takes the room over. With many members there is a search. [WOW1] [WOW2] */
export function HeirForm({ room, onDone }: HeirFormProps) {
  const { t } = useTranslation(['room-ownership', 'members']);
  const [heir, setHeir] = useState<RoomMember>();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const query = useHeirs(room.id, search);
  if (query.isPending) return <Skeleton className="h-32" />;
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  const { members, total } = query.data;
  const found = members.filter(({ role }) => role !== 'creator');
  if (found.length === 0 && text === '') return <p className="text-muted">{t('nobody')}</p>;
  // The chosen member stays in sight during every search.
  const isFound = heir === undefined || found.some(({ user_id }) => user_id === heir.user_id);
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>{t('text')}</p>
      {(total >= manyMembers || text !== '') && <PeopleSearchField text={text} onChange={setText} />}
      <HeirList label={t('heir')} people={isFound ? found : [heir, ...found]} chosen={heir} onChoose={setHeir} />
      <p role="status" className="text-sm text-muted empty:hidden">
        {search !== '' && found.length === 0 && t('noneFound', { ns: 'members', search })}
        {total > mostHeirs && t('more', { count: total - members.length })}
      </p>
      <Transfer room={room} heir={heir} onDone={onDone} />
    </div>
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

function Transfer({ room, heir, onDone }: HeirFormProps & { readonly heir: RoomMember | undefined }) {
  const { t } = useTranslation('room-ownership');
  const { api } = useSession();
  const errorText = useErrorText('room-ownership');
  const transfer = useMutation({
    mutationFn: (user_id: string) => api.call('RoomService.TransferRoomOwnership', { room_id: room.id, user_id }),
    onSuccess: ({ member }) => {
      showToast(t('done', { name: member?.display_name }));
      onDone();
    },
  });
  return (
    <>
      {transfer.error && (
        <p role="alert" className="text-danger">
          {errorText(transfer.error)}
        </p>
      )}
      <Button
        kind="danger"
        disabled={heir === undefined}
        busy={transfer.isPending}
        onClick={() => heir && transfer.mutate(heir.user_id)}
      >
        {t('transfer')}
      </Button>
    </>
  );
}
