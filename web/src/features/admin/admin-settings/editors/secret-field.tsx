import { useTranslation } from '../../../../texts/use-translation.ts';
import { PasswordField } from '../../../../ui/fields/password-field.tsx';

export interface SecretFieldProps {
  readonly label: string;
  /** True: a secret is stored. */
  readonly isSet: boolean;
  /** The typed text; undefined: none. */
  readonly value: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A field for a secret that can be set but not read. It says whether a secret is stored, and takes a new one. */
export function SecretField({ label, isSet, value, error, onChange }: SecretFieldProps) {
  const { t } = useTranslation('admin-settings');
  const isTyped = value !== undefined;
  const hint = isSet ? (isTyped ? 'secret.replaced' : 'secret.set') : isTyped ? 'secret.new' : 'secret.none';
  return (
    <PasswordField
      label={label}
      hint={t(hint)}
      error={error}
      autoComplete="new-password"
      placeholder={isSet ? '••••••••' : undefined}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  );
}
