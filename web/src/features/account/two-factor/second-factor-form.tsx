import type { LoginResponse, MfaMethod } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FaultText } from '../../../ui/fields/fault-text.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { usePasskeyError } from '../passkeys/passkey-error.ts';
import { finishSignIn, isWholeCode } from './finish-sign-in.ts';

export interface SecondFactorFormProps {
  readonly method: MfaMethod;
  readonly sessionId: string;
  readonly onAnswer: (answer: LoginResponse) => void;
}

/**
 * Takes one second factor. The server mails a code when the person asks for it. The form submits an app's code as soon
 * as it is complete.
 */
export function SecondFactorForm({ method, sessionId, onAnswer }: SecondFactorFormProps) {
  const { t } = useTranslation('two-factor');
  const { api } = useSession();
  const errorText = usePasskeyError('two-factor');
  const [typed, setTyped] = useState('');
  const mail = useMutation({
    mutationFn: () => api.call('AuthService.RequestMfaEmailCode', { mfa_session_id: sessionId }),
  });
  const proof = useMutation({
    mutationFn: (text: string) => finishSignIn(api, method, sessionId, text),
    onSuccess: onAnswer,
  });
  const error = errorText(proof.error ?? mail.error);
  const isTotp = method === 'MFA_METHOD_TOTP';
  const isPasskey = method === 'MFA_METHOD_WEBAUTHN';
  const change = (text: string) => {
    proof.reset();
    setTyped(text);
    if (isTotp && isWholeCode(text) && !proof.isPending) proof.mutate(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!proof.isPending && (isPasskey || typed.trim() !== '')) proof.mutate(typed);
  };
  if (method === 'MFA_METHOD_EMAIL' && !mail.isSuccess) {
    return (
      <div className="grid gap-3">
        <Button kind="primary" size="large" busy={mail.isPending} autoFocus onClick={() => mail.mutate()}>
          {t('step.sendCode')}
        </Button>
        <FaultText text={error} />
      </div>
    );
  }
  if (isPasskey) {
    return (
      <form onSubmit={submit} className="grid gap-3">
        <p className="text-muted">{t('step.passkeyText')}</p>
        <Button type="submit" kind="primary" size="large" busy={proof.isPending} autoFocus>
          {t(`step.by.${method}`)}
        </Button>
        <FaultText text={error} />
      </form>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <CodeField method={method} mailedTo={mail.data?.masked_email} value={typed} onChange={change} error={error} />
      <Button type="submit" kind="primary" size="large" busy={proof.isPending}>
        {t('step.action')}
      </Button>
    </form>
  );
}

interface CodeFieldProps {
  readonly method: MfaMethod;
  /** Where the code was mailed to. */
  readonly mailedTo: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

function CodeField({ method, mailedTo, value, onChange, error }: CodeFieldProps) {
  const { t } = useTranslation('two-factor');
  const isRecovery = method === 'MFA_METHOD_RECOVERY_CODE';
  return (
    <TextField
      label={t(`step.field.${method}`)}
      hint={mailedTo === undefined ? t(`step.hint.${method}`) : t('step.sentTo', { address: mailedTo })}
      name="code"
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      inputMode={method === 'MFA_METHOD_TOTP' ? 'numeric' : 'text'}
      autoCapitalize={isRecovery ? 'characters' : 'none'}
      spellCheck={false}
      maxLength={64}
      required
      autoFocus
      className="text-lg tracking-[0.15em] tabular-nums"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}
