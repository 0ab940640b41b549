import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../client/calls/api.ts';
import { useSession } from '../../client/session/session.tsx';
import { useErrorText } from '../../client/words/error-text.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { NewPasswordRules } from '../passwords/new-password-rules.port.tsx';
import { checkPassword, isUsername } from '../passwords/password-rules.port.ts';
import { loadPasswords, signUpWithPassword } from '../passwords/passwords.port.ts';
import type { SignUpProps } from './sign-in-entry.port.ts';
import { isAboutUsername, UsernameField } from './username-field.port.tsx';

/** Signs up with a name and a password; the password stays in the browser. */
export function SignUpForm({ onAnswer }: SignUpProps) {
  const { t } = useTranslation('sessions');
  const { api } = useSession();
  const errorText = useErrorText('sessions');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const rules = checkPassword(password);
  const isGood = Object.values(rules).every(Boolean);
  const register = useMutation({
    mutationFn: () => signUpWithPassword(api, username.trim(), password),
    onSuccess: onAnswer,
  });
  const isNameRefused = register.error instanceof ApiError && isAboutUsername(register.error.code);
  const error = register.error ? errorText(register.error) : undefined;
  const submit = () => {
    setTried(true);
    if (isGood && isUsername(username.trim()) && !register.isPending) register.mutate();
  };
  return (
    <Form onSubmit={submit} className="mt-8 grid gap-5">
      <UsernameField
        value={username}
        onChange={(value) => {
          register.reset();
          setUsername(value);
        }}
        wasTried={wasTried}
        error={isNameRefused ? error : undefined}
      />
      <PasswordField
        label={t('password')}
        name="new-password"
        autoComplete="new-password"
        required
        value={password}
        onFocus={loadPasswords}
        onChange={(event) => {
          register.reset();
          setPassword(event.target.value);
        }}
        hint={<NewPasswordRules rules={rules} />}
        error={isNameRefused ? undefined : (error ?? (wasTried && !isGood ? t('signUp.passwordRule') : undefined))}
      />
      <Button type="submit" kind="primary" size="large" busy={register.isPending}>
        {t('signUp.action')}
      </Button>
    </Form>
  );
}
