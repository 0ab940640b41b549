import type { VerificationMethod } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FaultText } from '../../../ui/fields/fault-text.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { usePasskeyError } from '../passkeys/passkey-error.ts';
import { AccountName } from '../passwords/account-name.tsx';
import { loadPasswords } from '../passwords/passwords.port.ts';
import { prove } from './prove.ts';

export interface VerifyFormProps {
  readonly method: VerificationMethod;
  readonly sessionId: string;
  readonly onVerified: (verificationId: string) => void;
}

/** Takes one proof. A mailed code is sent when the person asks for it. */
export function VerifyForm({ method, sessionId, onVerified }: VerifyFormProps) {
  const { t } = useTranslation('verification');
  const { api, user } = useSession();
  const errorText = usePasskeyError('verification');
  const [typed, setTyped] = useState('');
  const isTyped = method !== 'VERIFICATION_METHOD_WEBAUTHN';
  const mail = useMutation({
    mutationFn: () =>
      api.call('UserService.RequestSensitiveOperationEmailCode', { verification_session_id: sessionId }),
  });
  const proof = useMutation({
    mutationFn: () => prove(api, method, sessionId, typed),
    onSuccess: onVerified,
  });
  const error = errorText(proof.error ?? mail.error);
  const change = (value: string) => {
    proof.reset();
    setTyped(value);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!proof.isPending && (typed !== '' || !isTyped)) proof.mutate();
  };
  if (method === 'VERIFICATION_METHOD_EMAIL' && !mail.isSuccess) {
    return (
      <div className="grid gap-3">
        <Button kind="primary" busy={mail.isPending} autoFocus onClick={() => mail.mutate()}>
          {t('sendCode')}
        </Button>
        <FaultText text={error} />
      </div>
    );
  }
  return (
    <form onSubmit={submit} className="grid gap-5">
      <AccountName name={user?.username ?? ''} />
      {isTyped ? (
        <ProofField method={method} mailedTo={mail.data?.masked_email} value={typed} onChange={change} error={error} />
      ) : (
        <FaultText text={error} />
      )}
      <Button type="submit" kind="primary" busy={proof.isPending} autoFocus={!isTyped}>
        {t(isTyped ? 'action' : 'usePasskey')}
      </Button>
    </form>
  );
}

interface ProofFieldProps {
  readonly method: VerificationMethod;
  /** Where the code was mailed to. */
  readonly mailedTo: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

/** Takes a password or a code. */
function ProofField({ method, mailedTo, value, onChange, error }: ProofFieldProps) {
  const { t } = useTranslation('verification');
  const label = t(`field.${method}`);
  if (method === 'VERIFICATION_METHOD_PASSWORD') {
    return (
      <PasswordField
        label={label}
        name="password"
        autoComplete="current-password"
        required
        autoFocus
        onFocus={loadPasswords}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
    );
  }
  return (
    <TextField
      label={label}
      hint={mailedTo === undefined ? undefined : t('sentTo', { address: mailedTo })}
      name="code"
      autoComplete="one-time-code"
      inputMode={method === 'VERIFICATION_METHOD_TOTP' ? 'numeric' : 'text'}
      autoCapitalize="none"
      spellCheck={false}
      required
      autoFocus
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}
