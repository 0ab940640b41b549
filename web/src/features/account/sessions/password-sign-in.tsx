import type { LoginResponse } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { loadPasswords, signInWithPassword } from '../passwords/passwords.port.ts';

export interface PasswordSignInProps {
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly onAnswer: (answer: LoginResponse) => void;
}

/** Name and password; the password stays in the browser. */
export function PasswordSignIn({ username, onUsername, onAnswer }: PasswordSignInProps) {
  const { t } = useTranslation('sessions');
  const { api } = useSession();
  const errorText = useErrorText('sessions');
  const [password, setPassword] = useState('');
  const login = useMutation({
    mutationFn: () => signInWithPassword(api, username.trim(), password),
    onSuccess: onAnswer,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!login.isPending) login.mutate();
  };
  return (
    <form onSubmit={submit} className="mt-8 grid gap-5">
      <TextField
        label={t('usernameOrEmail')}
        name="username"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
        autoFocus
        value={username}
        onChange={(event) => {
          login.reset();
          onUsername(event.target.value);
        }}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        maxLength={128}
        required
        value={password}
        onFocus={loadPasswords}
        onChange={(event) => {
          login.reset();
          setPassword(event.target.value);
        }}
        error={login.error ? errorText(login.error) : undefined}
      />
      <Button type="submit" kind="primary" size="large" busy={login.isPending}>
        {t('signIn.action')}
      </Button>
    </form>
  );
}
