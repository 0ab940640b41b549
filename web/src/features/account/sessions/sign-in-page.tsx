import { Link, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { usePublicSettings } from '../../../client/session/public-settings.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Page } from '../../shared/shell/page.port.tsx';
import { PasswordSignIn } from './password-sign-in.tsx';
import { useSignInEnd } from './sign-in-end.tsx';
import { signInEntries } from './sign-in-entries.ts';

export function SignInPage() {
  const { t } = useTranslation('sessions');
  const search = useSearch({ from: '/signin' });
  const returnTo = search.return ?? '/';
  const { onAnswer, secondStep } = useSignInEnd(returnTo);
  const [username, setUsername] = useState('');
  const { data: settings } = usePublicSettings();
  const ways = signInEntries.flatMap(({ namespace, signIn }) =>
    settings && signIn?.isOffered(settings) ? [{ namespace, View: signIn.View }] : [],
  );
  return (
    <Page title={t('signIn.title')} width="narrow">
      <h1 className="text-3xl font-semibold tracking-tight">{t('signIn.title')}</h1>
      {returnTo.startsWith('/r/') && <p className="mt-2 text-muted">{t('thenRoom')}</p>}
      {secondStep ?? (
        <>
          <PasswordSignIn username={username} onUsername={setUsername} onAnswer={onAnswer} />
          {settings?.login_methods.includes('email') && (
            <p className="mt-4">
              <Link to="/reset" className="text-accent-text underline underline-offset-4">
                {t('signIn.forgot')}
              </Link>
            </p>
          )}
          {ways.length > 0 && (
            <div className="mt-6 grid gap-3">
              <Divider text={t('signIn.or')} />
              {ways.map(({ namespace, View }) => (
                // Reserves a button's height, so that nothing shifts when its code loads.
                <Suspense key={namespace} fallback={<div className="min-h-13" />}>
                  <View onAnswer={onAnswer} returnTo={returnTo} username={username} />
                </Suspense>
              ))}
            </div>
          )}
          <p className="mt-8 text-muted">
            {t('signIn.noAccount')}{' '}
            <Link to="/signup" search={search} className="font-medium text-accent-text underline underline-offset-4">
              {t('signIn.toSignUp')}
            </Link>
          </p>
        </>
      )}
    </Page>
  );
}

function Divider({ text }: { readonly text: string }) {
  return (
    <div className="flex items-center gap-3 text-sm text-muted">
      <span className="h-px flex-1 bg-border" />
      {text}
      <span className="h-px flex-1 bg-border" />
    </div>
  );
}
