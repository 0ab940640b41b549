import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../client/calls/api.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { AccountName } from '../passwords/account-name.tsx';
import { resetPassword } from '../passwords/email-passwords.ts';
import { NewPasswordField } from '../passwords/new-password-field.tsx';
import { checkPassword } from '../passwords/password-rules.ts';
import { CodeField } from './code-field.tsx';
import { useEmailError } from './use-email-error.ts';

export interface NewPasswordProps {
  readonly email: string;
  /** The code of the mailed link that the person followed. Absent: the form asks for it. */
  readonly token?: string;
  readonly onDone: () => void;
  readonly onBack: () => void;
}

/** Sets a new password with a mailed code. [WE4] */
export function NewPassword({ email, token, onDone, onBack }: NewPasswordProps) {
  const { t } = useTranslation('emails');
  const { api } = useSession();
  const errorText = useEmailError();
  const [code, setCode] = useState(token ?? '');
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const isGood = Object.values(checkPassword(password)).every(Boolean);
  const reset = useMutation({
    mutationFn: () => resetPassword(api, { email, emailToken: code.trim() }, password),
    onSuccess: onDone,
  });
  const error = reset.error ? errorText(reset.error) : undefined;
  const isCodeWrong =
    token === undefined && reset.error instanceof ApiError && reset.error.code === 'emails.invalid_token';
  const submit = () => {
    setTried(true);
    if (isGood && code.trim() !== '' && !reset.isPending) reset.mutate();
  };
  const change = (set: (value: string) => void) => (value: string) => {
    reset.reset();
    set(value);
  };
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <AccountName name={email} />
      {token === undefined && (
        <CodeField
          email={email}
          value={code}
          onChange={change(setCode)}
          error={isCodeWrong ? error : wasTried && code.trim() === '' ? t('codeNeeded') : undefined}
        />
      )}
      <NewPasswordField
        label={t('password')}
        weak={t('passwordRule')}
        value={password}
        onChange={change(setPassword)}
        wasTried={wasTried}
        error={isCodeWrong ? undefined : error}
      />
      <p className="text-sm text-muted">{t('reset.note')}</p>
      <Button type="submit" kind="primary" size="large" busy={reset.isPending}>
        {t('reset.action')}
      </Button>
      <Button kind="quiet" onClick={onBack}>
        {t('back')}
      </Button>
    </Form>
  );
}
