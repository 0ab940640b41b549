import type { RoomJoinReview } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useSession } from '../../../../client/session/session.tsx';
import { useErrorText } from '../../../../client/words/error-text.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';

interface WaitingRequestProps {
  readonly roomId: string;
  readonly request: RoomJoinReview | undefined;
  /** Called when the request is taken back or may have changed. */
  readonly onChanged: () => void;
}

/** A pending join request, which the person can withdraw. The page around it refreshes automatically. [WR20] */
export function WaitingRequest({ roomId, request, onChanged }: WaitingRequestProps) {
  const { t } = useTranslation('rooms');
  const { api } = useSession();
  const errorText = useErrorText();
  const withdraw = useMutation({
    mutationFn: () => api.call('UserService.WithdrawJoinRequest', { room_id: roomId }),
    onSuccess: onChanged,
  });
  return (
    <div className="grid gap-4">
      <div role="status" className="grid justify-items-center gap-2 rounded-control bg-surface-2 px-4 py-4">
        <Hourglass size={20} aria-hidden="true" className="text-accent-text" />
        <p className="text-balance">{t('invitation.why.PENDING_APPROVAL')}</p>
        {request?.note && (
          <p dir="auto" className="max-w-full text-sm wrap-anywhere whitespace-pre-line text-muted">
            {t('invitation.yourNote', { note: request.note })}
          </p>
        )}
      </div>
      <Button busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {t('invitation.withdraw')}
      </Button>
      {withdraw.error && (
        <p role="alert" className="text-danger">
          {errorText(withdraw.error)}
        </p>
      )}
    </div>
  );
}
