import type { Room } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { DoorClosed, DoorOpen } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';

interface CloseRoomProps {
  readonly room: Room;
  readonly onDone: () => void;
}

/** Closes the room for all but its creator, and opens it again. [WR26] */
export function CloseRoom({ room, onDone }: CloseRoomProps) {
  const { t } = useTranslation('room-settings');
  const { api } = useSession();
  const errorText = useErrorText();
  const [isAsking, setAsking] = useState(false);
  const isClosed = room.status === 'closed';
  const texts = isClosed ? 'reopen' : 'close';
  const change = useMutation({
    mutationFn: (deed: 'close' | 'reopen') =>
      api.call(deed === 'close' ? 'RoomService.CloseRoom' : 'RoomService.ReopenRoom', { room_id: room.id }),
    // The room's new state may arrive before or after the answer: the toast goes by the request.
    onSuccess: (_, deed) => {
      showToast(t(`${deed}.done`));
      onDone();
    },
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  const Icon = isClosed ? DoorOpen : DoorClosed;
  return (
    <div className="mt-8 flex flex-wrap items-center justify-between gap-4 border-t border-border pt-6">
      <p className="flex-1 basis-56 text-sm text-muted">{t(`${texts}.lead`)}</p>
      <Button
        icon={<Icon size={18} aria-hidden="true" />}
        busy={change.isPending}
        onClick={() => (isClosed ? change.mutate('reopen') : setAsking(true))}
      >
        {t(`${texts}.action`)}
      </Button>
      <ConfirmDialog
        title={t('close.title', { name: room.name })}
        text={t('close.text')}
        action={t('close.action')}
        isOpen={isAsking}
        isBusy={change.isPending}
        onConfirm={() => change.mutate('close')}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
