import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useVerification } from '../verification/verification.tsx';

/** Part of the account page: says what closing means, asks for the name, then for a proof. [WCL1] */
export function ClosureSection() {
  const { t, i18n } = useTranslation('closure');
  const { api, user, signOut } = useSession();
  const navigate = useNavigate();
  const errorText = useErrorText('closure');
  const { withProof, dialog } = useVerification();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const isRight = name.trim().toLowerCase() === user?.username.toLowerCase();
  const close = useMutation({
    mutationFn: () =>
      withProof('SENSITIVE_OPERATION_ACCOUNT_CLOSE', (verification_id) =>
        api.call('UserService.CloseAccount', { verification_id, username: name.trim() }),
      ),
    onSuccess: async (answer) => {
      if (!answer) return;
      await signOut();
      await navigate({ to: '/' });
      const until = new Date(answer.restorable_until ?? 0).toLocaleDateString(i18n.locale, { dateStyle: 'long' });
      showToast(t('done', { until }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight) close.mutate();
  };
  return (
    <Section id="close" title={t('title')} text={t('text')}>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <Dialog title={t('sure')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <form onSubmit={submit} className="grid gap-5">
          <ul className="grid list-disc gap-2 ps-5">
            <li>{t('effect.signedOut')}</li>
            <li>{t('effect.rooms')}</li>
            <li>{t('effect.restore')}</li>
          </ul>
          <TextField
            label={t('name', { name: user?.username })}
            autoComplete="off"
            required
            maxLength={50}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          {close.error && (
            <p role="alert" className="text-danger">
              {errorText(close.error)}
            </p>
          )}
          <Button type="submit" kind="danger" disabled={!isRight} busy={close.isPending}>
            {t('close')}
          </Button>
        </form>
      </Dialog>
      {dialog}
    </Section>
  );
}
