import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { DoorClosed, Hourglass } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type PublicSettings, usePublicSettings } from '../../../client/session/public-settings.ts';
import { useSession } from '../../../client/session/session.tsx';
import { preloadTexts } from '../../../texts/texts.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { Page } from '../../shared/shell/page.port.tsx';
import { signInEntries } from './sign-in-entries.ts';
import type { SignUpAnswer } from './sign-in-entry.port.ts';

// Fetches the form that most servers offer first, while the page still asks the server which forms it offers.
void import('./sign-up-form.tsx');
// Fetches the texts of the next page, as in sign-in-end.tsx.
preloadTexts('rooms');

export function SignUpPage() {
  const { t } = useTranslation('sessions');
  const search = useSearch({ from: '/signup' });
  const settings = usePublicSettings();
  const [isInReview, setInReview] = useState(false);
  if (isInReview) {
    return (
      <Page title={t('signUp.title')} width="narrow">
        <h1 className="sr-only">{t('signUp.title')}</h1>
        <EmptyState
          icon={<Hourglass aria-hidden="true" />}
          title={t('signUp.review')}
          text={<span role="status">{t('signUp.reviewText')}</span>}
          action={
            <Link to="/" className={buttonClass('secondary')}>
              {t('signUp.home')}
            </Link>
          }
        />
      </Page>
    );
  }
  return (
    <Page title={t('signUp.title')} width="narrow">
      <h1 className="text-3xl font-semibold tracking-tight">{t('signUp.title')}</h1>
      {settings.isPending && <Skeleton className="mt-8 h-80" />}
      {settings.isError && <Failure error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.data && (
        <SignUpWays
          settings={settings.data}
          returnTo={search.return ?? '/'}
          onReview={() => setInReview(true)}
          toSignIn={
            <Link to="/signin" search={search} className={buttonClass('secondary')}>
              {t('signIn.action')}
            </Link>
          }
        />
      )}
      <p className="mt-8 text-muted">
        {t('signUp.haveAccount')}{' '}
        <Link to="/signin" search={search} className="font-medium text-accent-text underline underline-offset-4">
          {t('signIn.action')}
        </Link>
      </p>
    </Page>
  );
}

interface SignUpWaysProps {
  readonly settings: PublicSettings;
  readonly returnTo: string;
  readonly onReview: () => void;
  readonly toSignIn: React.ReactNode;
}

/** The chosen way to sign up, with buttons for the others. If the server offers none: a note that sign-up is closed. */
function SignUpWays({ settings, returnTo, onReview, toSignIn }: SignUpWaysProps) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const offered = signInEntries.filter(({ signUp }) => signUp?.isOffered(settings));
  const elsewhere = signInEntries.filter(({ signUpElsewhere }) => signUpElsewhere?.isOffered(settings));
  const { t } = useTranslation(['sessions', ...offered.map(({ namespace }) => namespace)]);
  const [chosen, choose] = useState(offered[0]);
  if (!chosen && elsewhere.length === 0) {
    return (
      <EmptyState
        icon={<DoorClosed aria-hidden="true" />}
        title={t('signUp.closed')}
        text={t('signUp.closedText')}
        action={toSignIn}
      />
    );
  }
  const onAnswer = (answer: SignUpAnswer) => {
    if (answer.registrationReviewRequired) return onReview();
    signIn(answer);
    void navigate({ to: returnTo, replace: true });
  };
  const lead = chosen ? t('signUpLead', { ns: chosen.namespace }) : t('signUp.leadElsewhere');
  return (
    <>
      <p className="mt-2 text-muted">
        {returnTo.startsWith('/r/') ? t('thenRoom') : lead}
        {chosen?.signUp?.needsReview(settings) && ` ${t('signUp.needsReview')}`}
      </p>
      {chosen?.signUp && (
        <Suspense fallback={<Skeleton className="mt-8 h-80" />}>
          <chosen.signUp.View onAnswer={onAnswer} settings={settings} />
        </Suspense>
      )}
      {(offered.length > 1 || elsewhere.length > 0) && (
        <div className="mt-6 grid gap-3">
          {offered
            .filter((entry) => entry !== chosen)
            .map((entry) => (
              <Button key={entry.namespace} kind="secondary" size="large" onClick={() => choose(entry)}>
                {t('signUpBy', { ns: entry.namespace })}
              </Button>
            ))}
          {elsewhere.map(({ namespace, signUpElsewhere: way }) => (
            <Suspense key={namespace} fallback={<div className="min-h-13" />}>
              {way && <way.View returnTo={returnTo} />}
            </Suspense>
          ))}
        </div>
      )}
    </>
  );
}
