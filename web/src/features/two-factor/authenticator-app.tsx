import type { StartTotpSetupResponse } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../client/session/session.tsx';
import { useErrorText } from '../../client/words/error-text.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/signs/toast.tsx';
import { useVerification } from '../verification/verification.port.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TotpSetupDialog } from './totp-setup-dialog.tsx';

/** From this many recovery codes on it is time for new ones. */
const fewCodes = 3;

export interface AuthenticatorAppProps {
  readonly isSet: boolean;
  readonly codesLeft: number;
  readonly onChanged: () => void;
}

/** Sets the app up, shows the recovery codes once, replaces them, removes the app. */
export function AuthenticatorApp({ isSet, codesLeft, onChanged }: AuthenticatorAppProps) {
  const { t } = useTranslation('two-factor');
  const { api } = useSession();
  const errorText = useErrorText('two-factor');
  const { verify, dialog } = useVerification();
  const [setup, setSetup] = useState<StartTotpSetupResponse | undefined>();
  const [codes, setCodes] = useState<readonly string[] | undefined>();
  const [question, ask] = useState<'remove' | 'renew' | undefined>();

  const add = useMutation({
    mutationFn: async () => {
      const verification_id = await verify('SENSITIVE_OPERATION_TOTP_SETUP');
      return verification_id === undefined ? undefined : api.call('UserService.StartTotpSetup', { verification_id });
    },
    onSuccess: setSetup,
  });
  const remove = useMutation({
    mutationFn: async () => {
      const verification_id = await verify('SENSITIVE_OPERATION_TOTP_DELETE');
      return verification_id === undefined ? undefined : api.call('UserService.DeleteTotp', { verification_id });
    },
    onSuccess: (answer) => {
      if (!answer) return;
      showToast(t('app.removed'));
      onChanged();
    },
  });
  const renew = useMutation({
    mutationFn: async () => {
      const verification_id = await verify('SENSITIVE_OPERATION_RECOVERY_CODES_REGENERATE');
      if (verification_id === undefined) return undefined;
      return api.call('UserService.RegenerateTotpRecoveryCodes', { verification_id });
    },
    onSuccess: (answer) => {
      if (!answer) return;
      setCodes(answer.recovery_codes);
      onChanged();
    },
  });
  const begin = (action: typeof add | typeof remove | typeof renew) => {
    for (const each of [add, remove, renew]) each.reset();
    ask(undefined);
    action.mutate();
  };
  const error = add.error ?? remove.error ?? renew.error;
  return (
    <div className="ms-8 mt-1 grid gap-3">
      {isSet && (
        <p className={codesLeft <= fewCodes ? 'text-danger' : 'text-muted'}>{t('codes.left', { count: codesLeft })}</p>
      )}
      <div className="flex flex-wrap gap-3">
        {isSet ? (
          <>
            <Button busy={renew.isPending} onClick={() => ask('renew')}>
              {t('codes.renew')}
            </Button>
            <Button kind="danger" busy={remove.isPending} onClick={() => ask('remove')}>
              {t('app.remove')}
            </Button>
          </>
        ) : (
          <Button kind="primary" busy={add.isPending} onClick={() => begin(add)}>
            {t('app.add')}
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className="text-sm text-danger">
          {errorText(error)}
        </p>
      )}
      {setup && (
        <TotpSetupDialog
          setup={setup}
          onClose={() => setSetup(undefined)}
          onDone={(made) => {
            setSetup(undefined);
            setCodes(made);
            onChanged();
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      {question && (
        <ConfirmDialog
          title={t(question === 'remove' ? 'app.removeTitle' : 'codes.renewTitle')}
          text={t(question === 'remove' ? 'app.removeText' : 'codes.renewText')}
          action={t(question === 'remove' ? 'app.remove' : 'codes.renew')}
          isOpen
          onConfirm={() => begin(question === 'remove' ? remove : renew)}
          onClose={() => ask(undefined)}
        />
      )}
      {dialog}
    </div>
  );
}
