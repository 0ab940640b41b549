import { useTranslation } from '../../../texts/use-translation.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { isUsername } from '../passwords/password-rules.ts';

export interface UsernameFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** True once the person has pressed the button. From then on the field says when the name breaks a rule. */
  readonly wasTried: boolean;
  /** The server's error about the name. */
  readonly error?: string | undefined;
  /** Whether the field takes the focus; false where another field comes first. */
  readonly autoFocus?: boolean;
}

/** True for an error code about the name. The form shows such an error at the name. */
export function isAboutUsername(code: string): boolean {
  return code === 'auth.username_taken' || code === 'users.username_reserved';
}

/** The name of a new account. */
export function UsernameField({ value, onChange, wasTried, error, autoFocus = true }: UsernameFieldProps) {
  const { t } = useTranslation('sessions');
  return (
    <TextField
      label={t('username')}
      hint={t('signUp.usernameHint')}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={50}
      required
      autoFocus={autoFocus}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error ?? (wasTried && !isUsername(value.trim()) ? t('signUp.usernameRule') : undefined)}
    />
  );
}
