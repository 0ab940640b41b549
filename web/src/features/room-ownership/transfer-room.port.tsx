import type { Room } from '@matinee/contract/gen/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSession } from '../../client/session/session.tsx';
import { useErrorText } from '../../client/words/error-text.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Skeleton } from '../../ui/signs/skeleton.tsx';
import { showToast } from '../../ui/signs/toast.tsx';
import { Failure } from '../shell/failure.port.tsx';

interface TransferProps {
  readonly room: Room;
  readonly onDone: () => void;
}

/** For the creator: gives the room to another member. It waits for its own texts, and not what is around it. [WOW1] */
export function TransferRoom(props: TransferProps) {
  return (
    <Suspense>
      <Transfer {...props} />
    </Suspense>
  );
}

function Transfer({ room, onDone }: TransferProps) {
  const { t } = useTranslation('room-ownership');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-8 flex flex-wrap items-center justify-between gap-4 border-t border-border pt-6">
      <p className="text-sm text-muted">{t('lead')}</p>
      <Button icon={<KeyRound size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <Dialog title={t('title')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <HeirForm room={room} onDone={onDone} />
      </Dialog>
    </div>
  );
}

function HeirForm({ room, onDone }: TransferProps) {
  const { t } = useTranslation('room-ownership');
  const { api } = useSession();
  const errorText = useErrorText('room-ownership');
  const [heirId, setHeirId] = useState('');
  const query = useQuery({
    queryKey: ['room-heirs', room.id],
    queryFn: ({ signal }) => api.call('RoomService.GetRoomMembers', { room_id: room.id, page_size: 100 }, { signal }),
    gcTime: 0,
  });
  const transfer = useMutation({
    mutationFn: () => api.call('RoomService.TransferRoomOwnership', { room_id: room.id, user_id: heirId }),
    onSuccess: ({ member }) => {
      showToast(t('done', { name: member?.username }));
      onDone();
    },
  });
  if (query.isPending) return <Skeleton className="h-32" />;
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  const heirs = query.data.members.filter(({ role }) => role !== 'creator');
  if (heirs.length === 0) return <p className="text-muted">{t('nobody')}</p>;
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (heirId !== '') transfer.mutate();
      }}
    >
      <p>{t('text')}</p>
      <Select
        label={t('heir')}
        value={heirId}
        options={[
          { value: '', label: t('choose') },
          ...heirs.map(({ user_id: value, username: label }) => ({ value, label })),
        ]}
        onChange={setHeirId}
      />
      {transfer.error && (
        <p role="alert" className="text-danger">
          {errorText(transfer.error)}
        </p>
      )}
      <Button type="submit" kind="danger" disabled={heirId === ''} busy={transfer.isPending}>
        {t('transfer')}
      </Button>
    </form>
  );
}
