import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../client/calls/api.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { signUpByEmail } from '../passwords/email-passwords.ts';
import { NewPasswordField } from '../passwords/new-password-field.tsx';
import { checkPassword, isUsername } from '../passwords/password-rules.ts';
import type { SignUpAnswer } from '../sessions/sign-in-entry.port.ts';
import { isAboutUsername, UsernameField } from '../sessions/username-field.tsx';
import { CodeField } from './code-field.tsx';
import { useEmailError } from './use-email-error.ts';

export interface EmailRegistrationProps {
  readonly email: string;
  /** The code of the mailed link that the person followed. Absent: the form asks for it. */
  readonly token?: string;
  readonly onAnswer: (answer: SignUpAnswer) => void;
  readonly onBack: () => void;
}

/** The second half of signing up by email: code, name and password. */
export function EmailRegistration({ email, token, onAnswer, onBack }: EmailRegistrationProps) {
  const { t } = useTranslation('emails');
  const { api } = useSession();
  const errorText = useEmailError();
  const [code, setCode] = useState(token ?? '');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const isGood = Object.values(checkPassword(password)).every(Boolean);
  const register = useMutation({
    mutationFn: () => signUpByEmail(api, { email, emailToken: code.trim() }, username.trim(), password),
    onSuccess: onAnswer,
  });
  const reason = register.error instanceof ApiError ? register.error.code : undefined;
  const error = register.error ? errorText(register.error) : undefined;
  const isNameRefused = reason !== undefined && isAboutUsername(reason);
  const submit = () => {
    setTried(true);
    if (isGood && isUsername(username.trim()) && code.trim() !== '' && !register.isPending) register.mutate();
  };
  const change = (set: (value: string) => void) => (value: string) => {
    register.reset();
    set(value);
  };
  return (
    <Form onSubmit={submit} className="grid gap-5">
      {token === undefined && (
        <CodeField
          email={email}
          value={code}
          onChange={change(setCode)}
          error={
            reason === 'emails.invalid_token' ? error : wasTried && code.trim() === '' ? t('codeNeeded') : undefined
          }
        />
      )}
      <UsernameField
        value={username}
        onChange={change(setUsername)}
        wasTried={wasTried}
        error={isNameRefused ? error : undefined}
        autoFocus={token !== undefined}
      />
      <NewPasswordField
        label={t('password')}
        weak={t('passwordRule')}
        value={password}
        onChange={change(setPassword)}
        wasTried={wasTried}
        error={isNameRefused || (reason === 'emails.invalid_token' && token === undefined) ? undefined : error}
      />
      <Button type="submit" kind="primary" size="large" busy={register.isPending}>
        {t('signUp.action')}
      </Button>
      <Button kind="quiet" onClick={onBack}>
        {t('back')}
      </Button>
    </Form>
  );
}
