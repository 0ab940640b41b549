import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../client/session/session.tsx';
import { useErrorText } from '../../client/words/error-text.ts';
import { useRoom } from '../../room/room-scope.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/signs/toast.tsx';

/** Asks before a member leaves the room. The creator stays the creator and only leaves the page. */
export function LeaveDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('room');
  const { api } = useSession();
  const { info, self } = useRoom();
  const isCreator = self.role === 'creator';
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const leave = useMutation({
    mutationFn: async () => (isCreator ? undefined : api.call('RoomService.LeaveRoom', { room_id: info.id })),
    onSuccess: async () => {
      await navigate({ to: '/' });
      void queryClient.invalidateQueries();
    },
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  return (
    <ConfirmDialog
      title={t('leaveTitle', { name: info.name })}
      text={t(isCreator ? 'leaveTextCreator' : 'leaveText')}
      action={t('leave')}
      isOpen
      isBusy={leave.isPending}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    />
  );
}
