import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { SignInProps } from '../sessions/sign-in-entry.port.ts';
import { AddressForm } from './address-form.tsx';
import { EmailLogin } from './email-login.tsx';

/** Signs in with a code that is mailed: an address, then the code. */
export function EmailSignIn({ onAnswer, username }: SignInProps) {
  const { t, i18n } = useTranslation('emails');
  const { api } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  if (!isOpen) {
    return (
      <Button kind="secondary" size="large" icon={<Mail size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('signIn.open')}
      </Button>
    );
  }
  return (
    <section aria-label={t('signIn.open')} className="rounded-card border border-border bg-surface p-5">
      {!isSent ? (
        <AddressForm
          initial={email || (username.includes('@') ? username.trim() : '')}
          action={t('send')}
          onSend={(to) => api.call('AuthService.RequestEmailLogin', { email: to, language: i18n.language })}
          onSent={(to) => {
            setEmail(to);
            setSent(true);
          }}
        />
      ) : (
        <EmailLogin email={email} onAnswer={onAnswer} onBack={() => setSent(false)} />
      )}
    </section>
  );
}
