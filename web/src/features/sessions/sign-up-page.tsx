import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { DoorClosed } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Failure } from '../shell/failure.tsx';
import { Page } from '../shell/page.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export function SignUpPage() {
  const { t } = useTranslation('sessions');
  const { api } = useSession();
  const search = useSearch({ from: '/signup' });
  const [isInReview, setInReview] = useState(false);
  const settings = useQuery({
    queryKey: ['public-settings'],
    queryFn: () => api.call('PublicService.GetPublicSettings', {}),
  });
  return (
    <Page title={t('signUp.title')} width="narrow">
      <h1 className="text-3xl font-semibold tracking-tight">{t('signUp.title')}</h1>
      {settings.isPending && <Skeleton className="mt-8 h-80" />}
      {settings.isError && <Failure error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.data && !settings.data.password_signup_enabled && (
        <EmptyState
          icon={<DoorClosed aria-hidden="true" />}
          title={t('signUp.closed')}
          text={t('signUp.closedText')}
          action={
            <Link to="/signin" search={search} className={buttonClass('secondary')}>
              {t('signIn.action')}
            </Link>
          }
        />
      )}
      {isInReview && <EmptyState title={t('signUp.review')} text={t('signUp.reviewText')} />}
      {settings.data?.password_signup_enabled && !isInReview && (
        <>
          <p className="mt-2 text-muted">
            {search.return?.startsWith('/r/') ? t('thenRoom') : t('signUp.lead')}
            {settings.data.password_signup_needs_review && ` ${t('signUp.needsReview')}`}
          </p>
          <SignUpForm returnTo={search.return ?? '/'} onReview={() => setInReview(true)} />
          <p className="mt-8 text-muted">
            {t('signUp.haveAccount')}{' '}
            <Link to="/signin" search={search} className="font-medium text-accent-text underline underline-offset-4">
              {t('signIn.action')}
            </Link>
          </p>
        </>
      )}
    </Page>
  );
}
