import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../../client/calls/api-error.ts';
import { useSession } from '../../../../client/session/session.tsx';
import { useErrorText } from '../../../../client/words/error-text.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { PasswordField } from '../../../../ui/fields/password-field.tsx';
import { TextArea } from '../../../../ui/fields/text-field.tsx';
import { storedInvitation } from '../../../people/invitations/stored-invitation.port.ts';
import { type AccessAction, actionOf } from './access.ts';
import { OutsideAction, type OutsideProps } from './invitation-outside.tsx';
import { joinByPassword } from './join-by-password.ts';
import { WaitingRequest } from './waiting-request.tsx';
import { WhyNot } from './why-not.tsx';

export interface InvitationProps extends OutsideProps {
  /** Called when the access state may have changed, to read it again. */
  readonly onChanged: () => void;
}

/** The one thing that this person can do, or why there is nothing to do. [WR2] */
export function InvitationAction(props: InvitationProps) {
  const { item, onChanged } = props;
  switch (actionOf(item.access)) {
    case 'sign-in':
    case 'guest':
      return <OutsideAction {...props} />;
    case 'wait':
      return <WaitingRequest roomId={item.room?.id ?? ''} request={item.join_request} onChanged={onChanged} />;
    case 'none':
      return <WhyNot item={item} onChanged={onChanged} />;
    default:
      // A state with another form starts with empty fields.
      return <JoinForm key={item.access} {...props} />;
  }
}

/** Joins the room, where needed with its password or a note to its admins. */
function JoinForm({ item, onChanged, onJoined }: InvitationProps) {
  const { t } = useTranslation('rooms');
  const { api } = useSession();
  const errorText = useErrorText();
  const [password, setPassword] = useState('');
  const [note, setNote] = useState('');
  const action = actionOf(item.access);
  const roomId = item.room?.id ?? '';
  const invitation = storedInvitation(roomId);
  const asks = item.requires_approval && invitation === undefined;
  const join = useMutation({
    mutationFn: () =>
      action === 'password'
        ? joinByPassword(api, roomId, password, note)
        : api.call('UserService.JoinRoom', { room_id: roomId, note, ...(invitation ? { invitation } : {}) }),
    onSuccess: ({ member }) => (member ? onJoined() : onChanged()),
    // The room may have changed while this person was typing.
    onError: (error) => hasChanged(error, action) && onChanged(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    join.mutate();
  };
  const failure = join.error ? errorText(join.error) : undefined;
  return (
    <form onSubmit={submit} className="grid gap-4 text-start">
      {action === 'password' && (
        <PasswordField
          label={t('invitation.password')}
          autoComplete="off"
          required
          maxLength={128}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={failure}
        />
      )}
      {asks && (
        <TextArea
          label={t('invitation.note')}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          error={action === 'password' ? undefined : failure}
        />
      )}
      <Button type="submit" kind="primary" size="large" busy={join.isPending}>
        {t(asks ? 'invitation.ask' : 'invitation.join')}
      </Button>
      {failure && action !== 'password' && !asks && (
        <p role="alert" className="text-center text-danger">
          {failure}
        </p>
      )}
    </form>
  );
}

/** True when this person's access has changed since the invitation was shown. */
function hasChanged(error: Error, action: AccessAction): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'rooms.wrong_password') return action !== 'password';
  return error.code === 'rooms.not_admitted' || error.code === 'rooms.password_not_asked';
}
