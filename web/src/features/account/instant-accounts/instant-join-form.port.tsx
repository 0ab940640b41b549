import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { preloadRoutes } from '../../../client/calls/routes.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { isDisplayName } from '../display-names/display-name.ts';
import { type InstantJoin, joinAs, register } from './instant-api.ts';
import { readWaiting, type Waiting, writeWaiting } from './waiting.ts';
import { WaitingRoom } from './waiting-room.tsx';

export interface InstantJoinFormProps {
  readonly roomId: string;
  readonly hasPassword: boolean;
  /** The secret of an invitation to the room. */
  readonly invitation?: string | undefined;
  /** True: joining makes a join request. */
  readonly asks?: boolean;
  /** Called when the new account is in the room and signed in. */
  readonly onJoined?: () => void;
}

/** Joins a room with just a name. The page then shows the room. [WI1] */
export function InstantJoinForm(props: InstantJoinFormProps) {
  const [waiting, setWaiting] = useState(readWaiting);
  const wait = (next: typeof waiting) => {
    writeWaiting(next);
    setWaiting(next);
  };
  if (waiting) return <WaitingRoom waiting={waiting} onEnd={() => wait(undefined)} />;
  return <NameForm {...props} onWait={wait} />;
}

function NameForm({
  roomId,
  hasPassword,
  invitation,
  asks = false,
  onJoined,
  onWait,
}: InstantJoinFormProps & { readonly onWait: (waiting: Waiting) => void }) {
  const { t } = useTranslation('instant-accounts');
  const { join, error } = useInstantJoin(onWait, onJoined);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const displayName = name.trim();
  const isGood = isDisplayName(displayName);
  const submit = () => {
    setTried(true);
    if (isGood && (!hasPassword || password) && !join.isPending)
      join.mutate({ name: displayName, roomId, password, invitation });
  };
  return (
    <Form onSubmit={submit} className="grid gap-4 text-start">
      <TextField
        label={t('name')}
        name="nickname"
        autoComplete="nickname"
        spellCheck={false}
        maxLength={60}
        required
        dir="auto"
        className="min-h-13 text-lg"
        value={name}
        onChange={(event) => {
          join.reset();
          setName(event.target.value);
        }}
        error={wasTried && !isGood ? t('nameRule') : hasPassword ? undefined : error}
      />
      {hasPassword && (
        <PasswordField
          label={t('roomPassword')}
          autoComplete="off"
          required
          maxLength={128}
          value={password}
          onChange={(event) => {
            join.reset();
            setPassword(event.target.value);
          }}
          error={error}
        />
      )}
      <Button type="submit" kind="primary" size="large" busy={join.isPending}>
        {t(asks ? 'ask' : 'enter')}
      </Button>
      <p className="text-center text-sm text-muted">{t('hint')}</p>
    </Form>
  );
}

/** Makes the account and joins the room, or waits for a review of the account. */
function useInstantJoin(onWait: (waiting: Waiting) => void, onJoined: (() => void) | undefined) {
  const { api, signIn } = useSession();
  const errorText = useErrorText('instant-accounts');
  useEffect(() => preloadRoutes('AuthService.RegisterInstantly', 'UserService.JoinRoom'), []);
  const join = useMutation({
    mutationFn: async (request: InstantJoin) => {
      const answer = await register(api, request);
      if (answer.registrationReviewRequired) {
        onWait({ name: request.name, refreshToken: answer.refreshToken ?? '' });
        return;
      }
      // The account exists even if it cannot join. The invitation then says why.
      const isIn = await joinAs(api, answer, request).catch(() => false);
      signIn({ ...answer, isInstant: true });
      if (isIn) onJoined?.();
    },
  });
  return { join, error: join.error ? errorText(join.error) : undefined };
}
