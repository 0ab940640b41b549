import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../client/session/session.tsx';
import { useErrorText } from '../../client/words/error-text.ts';
import { LeaveOwnRoom } from '../../features/people/room-ownership/leave-own-room.port.tsx';
import { useRoom } from '../../room/room-scope.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/signs/toast.tsx';

/** Asks before a person leaves the room. */
export function LeaveDialog({ onClose }: { readonly onClose: () => void }) {
  const { self } = useRoom();
  // A creator who leaves for good has another role for a moment before the page goes.
  const [isOwn] = useState(self.role === 'creator');
  return isOwn ? <LeaveOwnRoom onClose={onClose} /> : <LeaveAsMember onClose={onClose} />;
}

function LeaveAsMember({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('room');
  const { api } = useSession();
  const { info } = useRoom();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const leave = useMutation({
    mutationFn: () => api.call('RoomService.LeaveRoom', { room_id: info.id }),
    onSuccess: async () => {
      await navigate({ to: '/' });
      void queryClient.invalidateQueries();
    },
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  return (
    <ConfirmDialog
      title={t('leaveTitle', { name: info.name })}
      text={t('leaveText')}
      action={t('leave')}
      isOpen
      isBusy={leave.isPending}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    />
  );
}
