import type { CreateGuestTokenResponse, RoomDiscoveryItem } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usePublicSettings } from '../../../../client/session/public-settings.ts';
import { useSession } from '../../../../client/session/session.tsx';
import { useErrorText } from '../../../../client/words/error-text.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button, buttonClass } from '../../../../ui/buttons/button.tsx';
import { InstantJoinForm } from '../../../account/instant-accounts/instant-join-form.port.tsx';
import { storedInvitation } from '../../../people/invitations/stored-invitation.port.ts';

export interface OutsideProps {
  readonly item: RoomDiscoveryItem;
  /** The person is a member now. */
  readonly onJoined: () => void;
  /** The person is a guest now. */
  readonly onGuest: (answer: CreateGuestTokenResponse) => void;
}

/** Ways in for a signed-out visitor: with a name, with an account, or as a guest. [WR2] */
export function OutsideAction({ item, onJoined, onGuest }: OutsideProps) {
  const { t } = useTranslation('rooms');
  const { api } = useSession();
  const errorText = useErrorText();
  const settings = usePublicSettings();
  const roomId = item.room?.id ?? '';
  const invitation = storedInvitation(roomId);
  const look = useMutation({
    mutationFn: () => api.call('AuthService.CreateGuestToken', { roomId }),
    onSuccess: onGuest,
  });
  const search = { return: `/r/${roomId}` };
  const isInstant = settings.data?.instant_signup_enabled === true;
  const newcomer = item.newcomer_access;
  return (
    <div className="grid gap-3">
      {newcomer === 'FULL' || newcomer === 'INVITATION' ? (
        <p role="status" className="rounded-control bg-surface-2 px-4 py-3 text-balance">
          {t(`invitation.why.${newcomer}`)}
        </p>
      ) : isInstant ? (
        <InstantJoinForm
          roomId={roomId}
          hasPassword={item.room?.has_password === true && invitation === undefined}
          invitation={invitation}
          asks={item.requires_approval && invitation === undefined}
          onJoined={onJoined}
        />
      ) : (
        <Link to="/signup" search={search} className={buttonClass('primary', 'large')}>
          {t('invitation.signUp')}
        </Link>
      )}
      {item.access === 'GUEST' && (
        <Button busy={look.isPending} onClick={() => look.mutate()}>
          {t('invitation.asGuest')}
        </Button>
      )}
      <Link to="/signin" search={search} className={buttonClass('quiet')}>
        {t('invitation.signIn')}
      </Link>
      {look.error && (
        <p role="alert" className="text-danger">
          {errorText(look.error)}
        </p>
      )}
    </div>
  );
}
