import type { Methods, SensitiveOperation, StartTotpSetupResponse } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useVerification, type WithProof } from '../verification/verification.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TotpSetupDialog } from './totp-setup-dialog.tsx';

/** With this many recovery codes or fewer, the page says that it is time for new ones. */
const fewCodes = 3;

export interface AuthenticatorAppProps {
  readonly isSet: boolean;
  readonly codesLeft: number;
  readonly onChanged: () => void;
}

/** Sets the app up, shows the recovery codes once, replaces them, removes the app. */
export function AuthenticatorApp({ isSet, codesLeft, onChanged }: AuthenticatorAppProps) {
  const { t } = useTranslation('two-factor');
  const errorText = useErrorText('two-factor');
  const { withProof, dialog } = useVerification();
  const [setup, setSetup] = useState<StartTotpSetupResponse | undefined>();
  const [codes, setCodes] = useState<readonly string[] | undefined>();
  const [question, ask] = useState<'remove' | 'renew' | undefined>();

  const add = useProved(withProof, 'SENSITIVE_OPERATION_TOTP_SETUP', 'UserService.StartTotpSetup', setSetup);
  const remove = useProved(withProof, 'SENSITIVE_OPERATION_TOTP_DELETE', 'UserService.DeleteTotp', () => {
    showToast(t('app.removed'));
    onChanged();
  });
  const renew = useProved(
    withProof,
    'SENSITIVE_OPERATION_RECOVERY_CODES_REGENERATE',
    'UserService.RegenerateTotpRecoveryCodes',
    ({ recovery_codes }) => {
      setCodes(recovery_codes);
      onChanged();
    },
  );
  const begin = (action: { readonly mutate: () => void }) => {
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
        <Question
          about={question}
          onConfirm={() => begin(question === 'remove' ? remove : renew)}
          onClose={() => ask(undefined)}
        />
      )}
      {dialog}
    </div>
  );
}

type ProvedMethod = 'UserService.StartTotpSetup' | 'UserService.DeleteTotp' | 'UserService.RegenerateTotpRecoveryCodes';

/** Calls `method` after a proof; without one nothing happens. */
function useProved<M extends ProvedMethod>(
  withProof: WithProof,
  operation: SensitiveOperation,
  method: M,
  onDone: (answer: Methods[M]['response']) => void,
) {
  const { api } = useSession();
  return useMutation({
    mutationFn: () => withProof(operation, (verification_id) => api.call(method, { verification_id })),
    onSuccess: (answer) => answer && onDone(answer),
  });
}

interface QuestionProps {
  readonly about: 'remove' | 'renew';
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function Question({ about, onConfirm, onClose }: QuestionProps) {
  const { t } = useTranslation('two-factor');
  const isRemoving = about === 'remove';
  return (
    <ConfirmDialog
      title={t(isRemoving ? 'app.removeTitle' : 'codes.renewTitle')}
      text={t(isRemoving ? 'app.removeText' : 'codes.renewText')}
      action={t(isRemoving ? 'app.remove' : 'codes.renew')}
      isOpen
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
