import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import type { SignUpProps } from '../sessions/sign-in-entry.port.ts';
import { AddressForm } from './address-form.tsx';
import { EmailRegistration } from './email-registration.tsx';

/** Signs up with an address: a code is mailed, then a name and a password are chosen. [WE3] */
export function EmailSignUp({ onAnswer }: SignUpProps) {
  const { t, i18n } = useTranslation('emails');
  const { api } = useSession();
  const [sentTo, setSentTo] = useState<string | undefined>();
  return (
    <div className="mt-8">
      {sentTo === undefined ? (
        <AddressForm
          action={t('send')}
          hint={t('signUp.addressHint')}
          onSend={(email) => api.call('AuthService.RequestEmailRegistration', { email, language: i18n.language })}
          onSent={setSentTo}
        />
      ) : (
        <EmailRegistration email={sentTo} onAnswer={onAnswer} onBack={() => setSentTo(undefined)} />
      )}
    </div>
  );
}
