import { useMutation } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';

interface DeclineSuccessionProps {
  readonly roomId: string;
  readonly onDone: () => void;
}

/** For the member whom the owner of a room named: says that they do not want the room. [WOW5] */
export function DeclineSuccession({ roomId, onDone }: DeclineSuccessionProps) {
  const { t } = useTranslation('room-ownership');
  const { api } = useSession();
  const errorText = useErrorText('room-ownership');
  const decline = useMutation({
    mutationFn: () => api.call('RoomSuccessionService.DeclineRoomSuccession', { room_id: roomId }),
    onSuccess: () => {
      showToast(t('declined'));
      onDone();
    },
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  if (decline.isSuccess) return null;
  return (
    <button
      type="button"
      disabled={decline.isPending}
      onClick={() => decline.mutate()}
      className="pointer-events-auto min-h-6 rounded-sm text-sm font-medium text-accent-text underline-offset-2 hover:underline"
    >
      {t('decline')}
    </button>
  );
}
