import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../client/calls/api.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useEmailError } from './use-email-error.ts';

/** Lets an administrator send a test mail with the saved settings and read the mail server's answer. [WE6] */
export function TestMail({ hasChanges }: { readonly hasChanges: boolean }) {
  const { t, i18n } = useTranslation('emails');
  const { api } = useSession();
  const errorText = useEmailError();
  const [email, setEmail] = useState('');
  const send = useMutation({
    mutationFn: () => api.call('AdminService.SendTestEmail', { email: email.trim(), language: i18n.language }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending) send.mutate();
  };
  // The mail server's words are the point here, so they are shown unchanged.
  const said = send.error instanceof ApiError && send.error.code === 'mail.delivery_failed' ? send.error.message : '';
  const error = send.error ? said || errorText(send.error) : undefined;
  return (
    <section aria-labelledby="test-mail" className="mt-4 rounded-card border border-border bg-surface p-5">
      <h3 id="test-mail" className="font-semibold">
        {t('test.title')}
      </h3>
      <p className="mt-1 text-sm text-muted">{t(hasChanges ? 'test.unsaved' : 'test.text')}</p>
      <form onSubmit={submit} className="mt-4 grid gap-4 sm:grid-cols-[1fr_auto] sm:items-start">
        <TextField
          label={t('address')}
          type="email"
          name="email"
          autoComplete="email"
          maxLength={254}
          required
          value={email}
          onChange={(event) => {
            send.reset();
            setEmail(event.target.value);
          }}
          error={error}
        />
        <Button
          type="submit"
          className="sm:mt-[1.625rem]"
          icon={<Send size={18} aria-hidden="true" />}
          busy={send.isPending}
        >
          {t('test.action')}
        </Button>
      </form>
      <p role="status" className="mt-2 text-sm wrap-anywhere text-good">
        {send.data && t('test.sent', { response: send.data.response })}
      </p>
    </section>
  );
}
