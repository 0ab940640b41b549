import { Link, useNavigate } from '@tanstack/react-router';
import { CircleAlert, Hourglass } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Spinner } from '../../../ui/signs/spinner.tsx';
import { Page } from '../../shared/shell/page.port.tsx';
import { type Outcome, useExchange } from './use-exchange.ts';

/** The page to which providers redirect the browser. */
export function CallbackPage() {
  const { t } = useTranslation('oauth2');
  const exchange = useExchange();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome | undefined>();
  const wasBegun = useRef(false);
  useEffect(() => {
    if (wasBegun.current) return;
    wasBegun.current = true;
    const { search, hash } = window.location;
    // A code works once and is a secret. In the address, people would bookmark it, share it and read it out.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    // When the provider answers with a form, the server passes the answer on in the fragment.
    void exchange(new URLSearchParams(search || hash.slice(1))).then((end) => {
      if (end.kind === 'done') void navigate({ href: end.returnTo, replace: true });
      else setOutcome(end);
    });
  }, [exchange, navigate]);
  return (
    <Page title={t('callback.title')} width="narrow">
      <h1 className="sr-only">{t('callback.title')}</h1>
      {outcome ? (
        <End outcome={outcome} />
      ) : (
        <p role="status" className="flex items-center justify-center gap-3 py-16 text-muted">
          <Spinner />
          {t('callback.working')}
        </p>
      )}
    </Page>
  );
}

function End({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation('oauth2');
  const errorText = useErrorText('oauth2');
  if (outcome.kind === 'done') return null;
  if (outcome.kind === 'review') {
    return (
      <EmptyState
        icon={<Hourglass aria-hidden="true" />}
        title={t('callback.review')}
        text={<span role="status">{t('callback.reviewText')}</span>}
        action={
          <Link to="/" className={buttonClass()}>
            {t('callback.home')}
          </Link>
        }
      />
    );
  }
  const text = outcome.kind === 'failed' ? errorText(outcome.error) : t(`callback.${outcome.kind}`, outcome);
  const isLinking = outcome.pending?.isLinking ?? false;
  return (
    <EmptyState
      icon={<CircleAlert aria-hidden="true" />}
      title={t(isLinking ? 'callback.notLinked' : 'callback.notSignedIn')}
      text={<span role="alert">{text}</span>}
      action={
        isLinking ? (
          <Link to="/account" hash="linked" className={buttonClass('primary')}>
            {t('callback.toAccount')}
          </Link>
        ) : (
          <Link
            to="/signin"
            search={outcome.pending ? { return: outcome.pending.returnTo } : {}}
            className={buttonClass('primary')}
          >
            {t('callback.toSignIn')}
          </Link>
        )
      }
    />
  );
}
