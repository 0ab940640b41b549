import type { StartTotpSetupResponse } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { QrCode } from '../../../ui/signs/qr-code.tsx';
import { digitsOf, isWholeCode } from './finish-sign-in.ts';

export interface TotpSetupDialogProps {
  readonly setup: StartTotpSetupResponse;
  readonly onClose: () => void;
  /** Called when the app is set up. The recovery codes cannot be read again later. */
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

/** The key for the app, as a picture and as text, and the code that confirms it. */
export function TotpSetupDialog({ setup, onClose, onDone }: TotpSetupDialogProps) {
  const { t } = useTranslation('two-factor');
  const { api } = useSession();
  const errorText = useErrorText('two-factor');
  const [code, setCode] = useState('');
  const finish = useMutation({
    mutationFn: () => api.call('UserService.FinishTotpSetup', { setup_id: setup.setup_id, code: digitsOf(code) }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWholeCode(code) && !finish.isPending) finish.mutate();
  };
  return (
    <Dialog title={t('app.setupTitle')} description={t('app.setupText')} isOpen onClose={onClose}>
      <div className="grid gap-6">
        <div className="grid gap-4 sm:grid-cols-[auto_1fr] sm:items-center">
          <div className="grid gap-2">
            <p className="font-medium">{t('app.scan')}</p>
            <QrCode text={setup.otpauth_uri} label={t('app.qr')} />
          </div>
          <div className="grid min-w-0 gap-2">
            <p className="text-muted">{t('app.orType')}</p>
            <code className="rounded-control bg-surface-2 px-3 py-2 text-[0.9375rem] tracking-wide wrap-anywhere select-all">
              {setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
            </code>
            <CopyButton kind="secondary" text={setup.secret} label={t('app.copyKey')} />
            <a href={setup.otpauth_uri} className="text-accent-text underline underline-offset-4">
              {t('app.open')}
            </a>
          </div>
        </div>
        <form onSubmit={submit} noValidate className="grid gap-4">
          <p className="font-medium">{t('app.confirm')}</p>
          <TextField
            label={t('app.code')}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={16}
            spellCheck={false}
            required
            data-autofocus
            className="max-w-60 text-lg tracking-[0.15em] tabular-nums"
            value={code}
            onChange={(event) => {
              finish.reset();
              setCode(event.target.value);
            }}
            error={finish.error ? errorText(finish.error) : undefined}
          />
          <Button type="submit" kind="primary" disabled={!isWholeCode(code)} busy={finish.isPending}>
            {t('app.action')}
          </Button>
        </form>
      </div>
    </Dialog>
  );
}
