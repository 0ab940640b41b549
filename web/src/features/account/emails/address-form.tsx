import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useEmailError } from './use-email-error.ts';

export interface AddressFormProps {
  readonly initial?: string;
  /** Text of the button. */
  readonly action: string;
  readonly hint?: string;
  /** Asks the server for a mail. Resolves to false when the person changed their mind. */
  readonly onSend: (email: string) => Promise<unknown>;
  readonly onSent: (email: string) => void;
}

/** Asks for an address and has a code mailed to it. */
export function AddressForm({ initial = '', action, hint, onSend, onSent }: AddressFormProps) {
  const { t } = useTranslation('emails');
  const errorText = useEmailError();
  const [email, setEmail] = useState(initial);
  const send = useMutation({
    mutationFn: () => onSend(email.trim()),
    onSuccess: (answer) => answer !== false && onSent(email.trim()),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending) send.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-5">
      <TextField
        label={t('address')}
        {...(hint ? { hint } : {})}
        type="email"
        name="email"
        autoComplete="email"
        maxLength={254}
        required
        autoFocus
        value={email}
        onChange={(event) => {
          send.reset();
          setEmail(event.target.value);
        }}
        error={send.error ? errorText(send.error) : undefined}
      />
      <Button type="submit" kind="primary" size="large" busy={send.isPending}>
        {action}
      </Button>
    </form>
  );
}
