import type { Room } from '@matinee/contract/gen/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../client/session/session.tsx';
import { useErrorText } from '../../client/words/error-text.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/signs/toast.tsx';
import { SettingsDialog } from '../room-settings/settings-dialog.tsx';
import { InviteDialog } from '../rooms/invite-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';

export type RoomDialog = 'invite' | 'settings' | 'keys' | 'leave';

export interface RoomDialogsProps {
  readonly dialog: RoomDialog;
  readonly info: Room;
  readonly isCreator: boolean;
  readonly onClose: () => void;
}

/** One of the dialogs of a room. */
export function RoomDialogs({ dialog, info, isCreator, onClose }: RoomDialogsProps) {
  const { t } = useTranslation('room');
  const { api } = useSession();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const leave = useMutation({
    // The creator stays the creator: going out is all there is.
    mutationFn: async () => (isCreator ? undefined : api.call('RoomService.LeaveRoom', { room_id: info.id })),
    onSuccess: async () => {
      await navigate({ to: '/' });
      void queryClient.invalidateQueries();
    },
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  return (
    <>
      <InviteDialog
        roomId={info.id}
        roomName={info.name}
        hasPassword={info.has_password}
        isOpen={dialog === 'invite'}
        onClose={onClose}
      />
      {dialog === 'settings' && <SettingsDialog room={info} isCreator={isCreator} onClose={onClose} />}
      <KeysDialog isOpen={dialog === 'keys'} onClose={onClose} />
      <ConfirmDialog
        title={t('leaveTitle', { name: info.name })}
        text={t(isCreator ? 'leaveTextCreator' : 'leaveText')}
        action={t('leave')}
        isOpen={dialog === 'leave'}
        isBusy={leave.isPending}
        onConfirm={() => leave.mutate()}
        onClose={onClose}
      />
    </>
  );
}
