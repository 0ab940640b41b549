import type { Methods, SensitiveOperation, StartTotpSetupResponse } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { FaultText } from '../../../ui/fields/fault-text.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useVerification, type WithProof } from '../verification/verification.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TotpSetupDialog } from './totp-setup-dialog.tsx';

/** With this many recovery codes or fewer, the page recommends new ones. */
const fewCodes = 3;

type AppAction = 'add' | 'remove' | 'renew';

/** The actions that ask before they act. */
type AppQuestion = Exclude<AppAction, 'add'>;

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
  const [question, ask] = useState<AppQuestion | undefined>();
  const actions = useAppActions(withProof, { onSetup: setSetup, onCodes: setCodes, onChanged });
  const begin = (action: AppAction) => {
    for (const each of Object.values(actions)) each.reset();
    ask(undefined);
    actions[action].mutate();
  };
  const error = actions.add.error ?? actions.remove.error ?? actions.renew.error;
  return (
    <div className="ms-8 mt-1 grid gap-3">
      {isSet && (
        <p className={codesLeft <= fewCodes ? 'text-danger' : 'text-muted'}>{t('codes.left', { count: codesLeft })}</p>
      )}
      <Buttons isSet={isSet} actions={actions} onAdd={() => begin('add')} onAsk={ask} />
      {error && <FaultText text={errorText(error)} />}
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
      {question && <Question about={question} onConfirm={() => begin(question)} onClose={() => ask(undefined)} />}
      {dialog}
    </div>
  );
}

interface ButtonsProps {
  readonly isSet: boolean;
  readonly actions: Readonly<Record<AppAction, { readonly isPending: boolean }>>;
  readonly onAdd: () => void;
  readonly onAsk: (question: AppQuestion) => void;
}

function Buttons({ isSet, actions, onAdd, onAsk }: ButtonsProps) {
  const { t } = useTranslation('two-factor');
  return (
    <div className="flex flex-wrap gap-3">
      {isSet ? (
        <>
          <Button busy={actions.renew.isPending} onClick={() => onAsk('renew')}>
            {t('codes.renew')}
          </Button>
          <Button kind="danger" busy={actions.remove.isPending} onClick={() => onAsk('remove')}>
            {t('app.remove')}
          </Button>
        </>
      ) : (
        <Button kind="primary" busy={actions.add.isPending} onClick={onAdd}>
          {t('app.add')}
        </Button>
      )}
    </div>
  );
}

interface AppEvents {
  readonly onSetup: (setup: StartTotpSetupResponse) => void;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onChanged: () => void;
}

function useAppActions(withProof: WithProof, { onSetup, onCodes, onChanged }: AppEvents) {
  const { t } = useTranslation('two-factor');
  const add = useProved(withProof, 'SENSITIVE_OPERATION_TOTP_SETUP', 'UserService.StartTotpSetup', onSetup);
  const remove = useProved(withProof, 'SENSITIVE_OPERATION_TOTP_DELETE', 'UserService.DeleteTotp', () => {
    showToast(t('app.removed'));
    onChanged();
  });
  const renew = useProved(
    withProof,
    'SENSITIVE_OPERATION_RECOVERY_CODES_REGENERATE',
    'UserService.RegenerateTotpRecoveryCodes',
    ({ recovery_codes }) => {
      onCodes(recovery_codes);
      onChanged();
    },
  );
  return { add, remove, renew };
}

type ProvedMethod = 'UserService.StartTotpSetup' | 'UserService.DeleteTotp' | 'UserService.RegenerateTotpRecoveryCodes';

/** Calls `method` after a proof; without a proof it does nothing. */
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
  readonly about: AppQuestion;
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
