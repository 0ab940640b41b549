import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../app/error-text.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Page } from '../shell/page.tsx';

export function SignInPage() {
  const { t } = useTranslation('sessions');
  const { api, signIn } = useSession();
  const search = useSearch({ from: '/signin' });
  const navigate = useNavigate();
  const errorText = useErrorText();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const login = useMutation({
    mutationFn: () => api.call('AuthService.LoginWithDirectPassword', { username: username.trim(), password }),
    onSuccess: (answer) => {
      if (!answer.accessToken) return;
      signIn(answer);
      void navigate({ to: search.return ?? '/', replace: true });
    },
  });
  const needsMfa = login.data !== undefined && !login.data.accessToken;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    login.mutate();
  };
  return (
    <Page title={t('signIn.title')} width="narrow">
      <h1 className="text-3xl font-semibold tracking-tight">{t('signIn.title')}</h1>
      {search.return?.startsWith('/r/') && <p className="mt-2 text-muted">{t('thenRoom')}</p>}
      <form onSubmit={submit} className="mt-8 grid gap-5">
        <TextField
          label={t('username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={login.error ? errorText(login.error) : needsMfa ? t('signIn.mfa') : undefined}
        />
        <Button type="submit" kind="primary" size="large" busy={login.isPending}>
          {t('signIn.action')}
        </Button>
      </form>
      <p className="mt-8 text-muted">
        {t('signIn.noAccount')}{' '}
        <Link to="/signup" search={search} className="font-medium text-accent-text underline underline-offset-4">
          {t('signIn.toSignUp')}
        </Link>
      </p>
    </Page>
  );
}
