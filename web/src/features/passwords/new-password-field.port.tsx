import { useTranslation } from '../../texts/use-translation.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { NewPasswordRules } from '../passwords/new-password-rules.port.tsx';
import { checkPassword } from '../passwords/password-rules.port.ts';
import { loadPasswords } from '../passwords/passwords.port.ts';

export interface NewPasswordFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** True once somebody has pressed the button: from then on the field says when the password is too weak. */
  readonly wasTried: boolean;
  readonly error?: string | undefined;
}

/** A password that is chosen, with its rules. */
export function NewPasswordField({ value, onChange, wasTried, error }: NewPasswordFieldProps) {
  const { t } = useTranslation('emails');
  const rules = checkPassword(value);
  const isWeak = wasTried && !Object.values(rules).every(Boolean);
  return (
    <PasswordField
      label={t('password')}
      name="new-password"
      autoComplete="new-password"
      maxLength={128}
      required
      value={value}
      onFocus={loadPasswords}
      onChange={(event) => onChange(event.target.value)}
      hint={<NewPasswordRules rules={rules} />}
      error={error ?? (isWeak ? t('passwordRule') : undefined)}
    />
  );
}
