import type { Room } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import type { Heir } from './heir-list.tsx';
import { HeirSearch } from './heir-search.tsx';

export interface HeirFormProps {
  readonly room: Room;
  readonly onDone: () => void;
}

/** Chooses the member who becomes the owner of the room now. [WOW1] [WOW2] */
export function HeirForm({ room, onDone }: HeirFormProps) {
  const { t } = useTranslation('room-ownership');
  const { api } = useSession();
  const errorText = useErrorText('room-ownership');
  const [heir, setHeir] = useState<Heir>();
  const transfer = useMutation({
    mutationFn: (user_id: string) => api.call('RoomService.TransferRoomOwnership', { room_id: room.id, user_id }),
    onSuccess: ({ member }) => {
      showToast(t('done', { name: member?.display_name }));
      onDone();
    },
  });
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>{t('text')}</p>
      <HeirSearch roomId={room.id} label={t('heir')} chosen={heir} onChoose={setHeir} />
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
    </div>
  );
}
