import type { CreateGuestTokenResponse, RoomDiscoveryItem } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { usePublicSettings } from '../../client/session/public-settings.ts';
import { useSession } from '../../client/session/session.tsx';
import { useErrorText } from '../../client/words/error-text.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { InstantEntrance } from '../instant-accounts/entrance.port.tsx';
import { actionOf } from './access.ts';

export interface InvitationProps {
  readonly item: RoomDiscoveryItem;
  /** Called when the access state may have changed, so that it is read again. */
  readonly onChanged: () => void;
  /** The person is a member now. */
  readonly onEntered: () => void;
  /** Somebody was let in as a guest. */
  readonly onGuest: (answer: CreateGuestTokenResponse) => void;
}

/** The one thing that this person can do, or why there is nothing to do. [WR2] */
export function InvitationAction({ item, onChanged, onEntered, onGuest }: InvitationProps) {
  const { t, i18n } = useTranslation('rooms');
  const { api } = useSession();
  const errorText = useErrorText();
  const [password, setPassword] = useState('');
  const roomId = item.room?.id ?? '';
  const settings = usePublicSettings();
  const action = actionOf(item.access);
  const join = useMutation({
    mutationFn: () => api.call('UserService.JoinRoom', { room_id: roomId, ...(password ? { password } : {}) }),
    onSuccess: ({ member }) => (member ? onEntered() : onChanged()),
  });
  const look = useMutation({
    mutationFn: () => api.call('AuthService.CreateGuestToken', { roomId }),
    onSuccess: onGuest,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    join.mutate();
  };
  const error = join.error ?? look.error;
  const failure = error ? errorText(error) : undefined;

  if (action === 'sign-in' || action === 'guest') {
    const search = { return: `/r/${roomId}` };
    const isInstant = settings.data?.instant_signup_enabled === true;
    return (
      <div className="grid gap-3">
        {isInstant ? (
          <InstantEntrance roomId={roomId} hasPassword={item.room?.has_password === true} onEntered={onEntered} />
        ) : (
          <Link to="/signup" search={search} className={buttonClass('primary', 'large')}>
            {t('invitation.signUp')}
          </Link>
        )}
        <Link to="/signin" search={search} className={buttonClass('quiet')}>
          {t('invitation.signIn')}
        </Link>
        {action === 'guest' && (
          <Button busy={look.isPending} onClick={() => look.mutate()}>
            {t('invitation.asGuest')}
          </Button>
        )}
        {failure && (
          <p role="alert" className="text-danger">
            {failure}
          </p>
        )}
      </div>
    );
  }
  if (action === 'password') {
    return (
      <form onSubmit={submit} className="grid gap-4 text-start">
        <PasswordField
          label={t('invitation.password')}
          autoComplete="off"
          required
          maxLength={128}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={failure}
        />
        <Button type="submit" kind="primary" size="large" busy={join.isPending}>
          {t('invitation.join')}
        </Button>
      </form>
    );
  }
  if (action === 'join' || action === 'enter') {
    return (
      <div className="grid gap-3">
        <Button kind="primary" size="large" busy={join.isPending} onClick={() => join.mutate()}>
          {t(item.access === 'REQUEST_APPROVAL' ? 'invitation.ask' : 'invitation.join')}
        </Button>
        {failure && (
          <p role="alert" className="text-danger">
            {failure}
          </p>
        )}
      </div>
    );
  }
  const until = item.cooldown_until
    ? new Date(item.cooldown_until).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
    : '';
  return (
    <div className="grid gap-4">
      <p role="status" className="rounded-control bg-surface-2 px-4 py-3 text-balance">
        {item.access === 'UNAVAILABLE' && item.unavailability
          ? t(`invitation.why.unavailable.${item.unavailability}`)
          : t(`invitation.why.${item.access}${item.access === 'COOLDOWN' && until ? '_until' : ''}`, { until })}
        {item.ban_reason && <bdi className="mt-1 block wrap-anywhere text-muted">{item.ban_reason}</bdi>}
      </p>
      {item.access !== 'UNAVAILABLE' && <Button onClick={onChanged}>{t('invitation.again')}</Button>}
    </div>
  );
}
