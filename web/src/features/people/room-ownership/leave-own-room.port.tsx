import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useSuccession } from './succession.ts';

/**
 * Asks before the creator leaves: only the page, or for good if they chose a successor and at least one member can
 * succeed them. [WOW4]
 */
export function LeaveOwnRoom({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['room-ownership', 'room']);
  const { api } = useSession();
  const { info } = useRoom();
  const { data, isPending } = useSuccession(info.id);
  const [isForGood, setForGood] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const errorText = useErrorText('room-ownership');
  const name = data?.succession?.next?.display_name;
  const leave = useMutation({
    mutationFn: async () => (isForGood ? api.call('RoomService.LeaveRoom', { room_id: info.id }) : undefined),
    onSuccess: async () => {
      await navigate({ to: '/' });
      void queryClient.invalidateQueries();
      if (isForGood) showToast(t('leave.gone', { name }));
    },
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  return (
    <ConfirmDialog
      title={t('leaveTitle', { ns: 'room', name: info.name })}
      text={t(isForGood ? 'leaveText' : 'leaveTextCreator', { ns: 'room' })}
      action={t('leave', { ns: 'room' })}
      isOpen={!isPending}
      isBusy={leave.isPending}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    >
      {name !== undefined && <Switch label={t('leave.forGood', { name })} checked={isForGood} onChange={setForGood} />}
    </ConfirmDialog>
  );
}
