import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../client/calls/api.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { NewPasswordField } from '../passwords/new-password-field.tsx';
import { checkPassword, isUsername } from '../passwords/password-rules.ts';
import { signUpWithPassword } from '../passwords/passwords.port.ts';
import type { SignUpProps } from './sign-in-entry.port.ts';
import { isAboutUsername, UsernameField } from './username-field.tsx';

/** Signs up with a name and a password; the password stays in the browser. */
export function SignUpForm({ onAnswer }: SignUpProps) {
  const { t } = useTranslation('sessions');
  const { api } = useSession();
  const errorText = useErrorText('sessions');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const isGood = Object.values(checkPassword(password)).every(Boolean);
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
      <NewPasswordField
        label={t('password')}
        weak={t('signUp.passwordRule')}
        value={password}
        onChange={(value) => {
          register.reset();
          setPassword(value);
        }}
        wasTried={wasTried}
        error={isNameRefused ? undefined : error}
      />
      <Button type="submit" kind="primary" size="large" busy={register.isPending}>
        {t('signUp.action')}
      </Button>
    </Form>
  );
}
