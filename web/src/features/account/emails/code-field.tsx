import { useTranslation } from '../../../texts/use-translation.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';

export interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The address that the code was sent to. */
  readonly email: string;
  readonly error?: string | undefined;
}

/** Takes a code from a mail: `ABCD-EFGH`, in any case. */
export function CodeField({ value, onChange, email, error }: CodeFieldProps) {
  const { t } = useTranslation('emails');
  return (
    <TextField
      label={t('code')}
      hint={t('codeHint', { email })}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={64}
      required
      autoFocus
      className="text-lg tracking-[0.15em] uppercase"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}
