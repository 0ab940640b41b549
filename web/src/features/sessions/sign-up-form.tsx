import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, Circle } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../app/error-text.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { checkPassword, isUsername, type PasswordRule } from './password-rules.ts';

export interface SignUpFormProps {
  readonly returnTo: string;
  /** The account has to be looked at before it can be used. */
  readonly onReview: () => void;
}

export function SignUpForm({ returnTo, onReview }: SignUpFormProps) {
  const { t } = useTranslation('sessions');
  const { api, signIn } = useSession();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const rules = checkPassword(password);
  const isGood = isUsername(username.trim()) && Object.values(rules).every(Boolean);
  const register = useMutation({
    mutationFn: () => api.call('AuthService.RegisterWithDirectPassword', { username: username.trim(), password }),
    onSuccess: (answer) => {
      if (!answer.accessToken) return onReview();
      signIn(answer);
      void navigate({ to: returnTo, replace: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isGood) register.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="mt-8 grid gap-5">
      <TextField
        label={t('username')}
        hint={t('signUp.usernameHint')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={50}
        required
        autoFocus
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        error={wasTried && !isUsername(username.trim()) ? t('signUp.usernameRule') : undefined}
      />
      <PasswordField
        label={t('password')}
        name="new-password"
        autoComplete="new-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        hint={<PasswordRules rules={rules} />}
        error={register.error ? errorText(register.error) : undefined}
      />
      <Button type="submit" kind="primary" size="large" busy={register.isPending}>
        {t('signUp.action')}
      </Button>
    </form>
  );
}

function PasswordRules({ rules }: { readonly rules: Readonly<Record<PasswordRule, boolean>> }) {
  const { t } = useTranslation('sessions');
  return (
    <ul className="mt-1 grid grid-cols-2 gap-x-4 gap-y-1">
      {Object.entries(rules).map(([rule, isMet]) => (
        <li key={rule} className={isMet ? 'flex items-center gap-2 text-good' : 'flex items-center gap-2'}>
          {isMet ? (
            <Check size={16} aria-hidden="true" />
          ) : (
            <Circle size={10} className="mx-[3px]" aria-hidden="true" />
          )}
          <span>
            {t(`rules.${rule}`)}
            <span className="sr-only">{isMet ? t('rules.met') : ''}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
