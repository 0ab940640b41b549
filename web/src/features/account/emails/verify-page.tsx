import { Link, useNavigate } from '@tanstack/react-router';
import { Hourglass, MailX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { Page } from '../../shared/shell/page.port.tsx';
import { ConfirmAddress } from './confirm-address.tsx';
import { EmailRegistration } from './email-registration.tsx';
import { LinkSignIn } from './link-sign-in.tsx';
import { type MailedLink, readMailedLink } from './mailed-link.ts';
import { NewPassword } from './new-password.tsx';

/**
 * The page that mailed links lead to. Opening it does not use up the code: programs that check mails open the links
 * too. [WE1]
 */
export function VerifyPage() {
  const { t } = useTranslation('emails');
  const [link, setLink] = useState(() => readMailedLink(window.location.hash));
  useEffect(() => {
    // The code is a secret: it stays neither in the address bar nor in the history.
    const take = () => {
      if (window.location.hash === '') return;
      setLink(readMailedLink(window.location.hash));
      window.history.replaceState(window.history.state, '', window.location.pathname);
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  const title = link ? t(`verify.${link.kind}.title`) : t('verify.none.title');
  return (
    <Page title={title} width="narrow">
      <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
      {link ? (
        <>
          <p className="mt-2 mb-8 wrap-anywhere text-muted">{t(`verify.${link.kind}.text`, { email: link.email })}</p>
          <MailedStep key={link.token} link={link} />
        </>
      ) : (
        <EmptyState
          icon={<MailX aria-hidden="true" />}
          title={t('verify.none.text')}
          action={
            <Link to="/signin" className={buttonClass('primary')}>
              {t('signIn.action')}
            </Link>
          }
        />
      )}
    </Page>
  );
}

/** The step that the mailed link opens. */
function MailedStep({ link: { kind, email, token } }: { readonly link: MailedLink }) {
  const { t } = useTranslation('emails');
  const { signIn } = useSession();
  const navigate = useNavigate();
  const [isInReview, setInReview] = useState(false);
  if (isInReview) return <EmptyState icon={<Hourglass aria-hidden="true" />} title={t('signUp.review')} />;
  switch (kind) {
    case 'sign_in':
      return <LinkSignIn email={email} token={token} />;
    case 'verification':
      return <ConfirmAddress email={email} token={token} />;
    case 'registration':
      return (
        <EmailRegistration
          email={email}
          token={token}
          onBack={() => void navigate({ to: '/signup' })}
          onAnswer={(answer) => {
            if (answer.registrationReviewRequired) return setInReview(true);
            signIn(answer);
            void navigate({ to: '/', replace: true });
          }}
        />
      );
    case 'password_reset':
      return (
        <NewPassword
          email={email}
          token={token}
          onBack={() => void navigate({ to: '/reset' })}
          onDone={() => {
            showToast(t('reset.done'));
            void navigate({ to: '/signin', replace: true });
          }}
        />
      );
  }
}
