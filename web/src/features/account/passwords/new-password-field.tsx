import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { NewPasswordRules } from './new-password-rules.tsx';
import { checkPassword } from './password-rules.ts';
import { loadPasswords } from './passwords.port.ts';

export interface NewPasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The field's error for a password that breaks a rule. */
  readonly weak: string;
  /** True once the person has pressed the button. From then on the field says when the password is too weak. */
  readonly wasTried: boolean;
  readonly error?: string | undefined;
}

/** A field for a new password, with its rules. */
export function NewPasswordField({ label, value, onChange, weak, wasTried, error }: NewPasswordFieldProps) {
  const rules = checkPassword(value);
  const isWeak = wasTried && !Object.values(rules).every(Boolean);
  return (
    <PasswordField
      label={label}
      name="new-password"
      autoComplete="new-password"
      maxLength={128}
      required
      value={value}
      onFocus={loadPasswords}
      onChange={(event) => onChange(event.target.value)}
      hint={<NewPasswordRules rules={rules} />}
      error={error ?? (isWeak ? weak : undefined)}
    />
  );
}
