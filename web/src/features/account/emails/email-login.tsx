import type { LoginResponse } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CodeField } from './code-field.tsx';
import { useEmailError } from './use-email-error.ts';

export interface EmailLoginProps {
  readonly email: string;
  readonly onAnswer: (answer: LoginResponse) => void;
  /** Goes back, to enter another address or ask for another mail. */
  readonly onBack: () => void;
}

/** Takes the mailed code and signs in with it. [WE2] */
export function EmailLogin({ email, onAnswer, onBack }: EmailLoginProps) {
  const { t } = useTranslation('emails');
  const { api } = useSession();
  const errorText = useEmailError();
  const [code, setCode] = useState('');
  const login = useMutation({
    mutationFn: () => api.call('AuthService.Login', { email, emailToken: code.trim() }),
    onSuccess: onAnswer,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '' && !login.isPending) login.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <CodeField
        email={email}
        value={code}
        onChange={(value) => {
          login.reset();
          setCode(value);
        }}
        error={login.error ? errorText(login.error) : undefined}
      />
      <Button type="submit" kind="primary" size="large" busy={login.isPending}>
        {t('signIn.action')}
      </Button>
      <Button kind="quiet" onClick={onBack}>
        {t('back')}
      </Button>
    </form>
  );
}
