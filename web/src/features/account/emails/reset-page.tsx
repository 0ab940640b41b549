import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { Page } from '../../shared/shell/page.port.tsx';
import { AddressForm } from './address-form.tsx';
import { NewPassword } from './new-password.tsx';

/** For people who forgot their password: asks for an address, then for the mailed code and a new password. [WE4] */
export function ResetPage() {
  const { t, i18n } = useTranslation('emails');
  const { api } = useSession();
  const navigate = useNavigate();
  const [sentTo, setSentTo] = useState<string | undefined>();
  return (
    <Page title={t('reset.title')} width="narrow">
      <h1 className="text-3xl font-semibold tracking-tight">{t('reset.title')}</h1>
      <p className="mt-2 mb-8 text-muted">{t(sentTo === undefined ? 'reset.lead' : 'sentLead')}</p>
      {sentTo === undefined ? (
        <AddressForm
          action={t('send')}
          onSend={(email) => api.call('EmailService.RequestPasswordReset', { email, language: i18n.language })}
          onSent={setSentTo}
        />
      ) : (
        <NewPassword
          email={sentTo}
          onDone={() => {
            showToast(t('reset.done'));
            void navigate({ to: '/signin', replace: true });
          }}
          onBack={() => setSentTo(undefined)}
        />
      )}
    </Page>
  );
}
