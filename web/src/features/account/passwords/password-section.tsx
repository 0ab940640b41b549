import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../client/calls/api.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useVerification, type WithProof } from '../verification/verification.tsx';
import { AccountName } from './account-name.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { checkPassword } from './password-rules.ts';
import { changePassword, loadPasswords } from './passwords.port.ts';

/** An account with a name alone has another section for its first password. */
export function PasswordSection() {
  const { isInstant } = useSession();
  return isInstant ? null : <PasswordForm />;
}

/** Changes the password with the current one. People who forgot it, or have none yet, set one with another proof. */
function PasswordForm() {
  const { t } = useTranslation('passwords');
  const { user } = useSession();
  const errorText = useErrorText('passwords');
  const { withProof, dialog } = useVerification();
  const { current, password, isByProof, wasTried, change, submit } = usePasswordForm(withProof);
  const isCurrentWrong = hasCode(change.error, 'auth.wrong_password', 'auth.locked_out');
  const error = change.error && !hasCode(change.error, 'auth.no_password') ? errorText(change.error) : undefined;
  return (
    <Section id="password" title={t('title')} text={t('text')}>
      <Form onSubmit={submit} className="grid max-w-md gap-5">
        <AccountName name={user?.username ?? ''} />
        {!isByProof.value && (
          <PasswordField
            label={t('current')}
            name="current-password"
            autoComplete="current-password"
            maxLength={128}
            value={current.value}
            onFocus={loadPasswords}
            onChange={(event) => current.edit(event.target.value)}
            error={isCurrentWrong ? error : wasTried && current.value === '' ? t('currentNeeded') : undefined}
          />
        )}
        <NewPasswordField
          label={t('new')}
          weak={t('rule')}
          value={password.value}
          onChange={password.edit}
          wasTried={wasTried && !isCurrentWrong}
          error={isCurrentWrong ? undefined : error}
        />
        <Actions
          isByProof={isByProof.value}
          isBusy={change.isPending}
          onSwitch={() => isByProof.edit(!isByProof.value)}
        />
      </Form>
      {dialog}
    </Section>
  );
}

/** The typed values, and the attempt to save them. An edit clears the last refusal. */
function usePasswordForm(withProof: WithProof) {
  const [isByProof, setByProof] = useState(false);
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const isGood = Object.values(checkPassword(password)).every(Boolean);
  const change = useChange(withProof, (isChanged) => {
    if (!isChanged) return;
    setCurrent('');
    setPassword('');
    setTried(false);
    setByProof(false);
  });
  const submit = () => {
    setTried(true);
    if (isGood && (isByProof || current !== '') && !change.isPending)
      // An account without a password needs another proof.
      change.mutate(
        { password, current: isByProof ? undefined : current },
        { onError: (error) => hasCode(error, 'auth.no_password') && setByProof(true) },
      );
  };
  const editing =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      change.reset();
      set(value);
    };
  return {
    current: { value: current, edit: editing(setCurrent) },
    password: { value: password, edit: editing(setPassword) },
    isByProof: { value: isByProof, edit: editing(setByProof) },
    wasTried,
    change,
    submit,
  };
}

interface NewPassword {
  readonly password: string;
  /** Undefined: the person gives another proof. */
  readonly current: string | undefined;
}

/** Sets a password. Resolves to false when the person cancelled the proof. */
function useChange(withProof: WithProof, onDone: (isChanged: boolean) => void) {
  const { t } = useTranslation('passwords');
  const { api } = useSession();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ password, current }: NewPassword) => {
      if (current !== undefined) {
        await changePassword(api, password, { current });
        return true;
      }
      const isChanged = await withProof('SENSITIVE_OPERATION_PASSWORD_UPDATE', async (verificationId) => {
        await changePassword(api, password, { verificationId });
        return true;
      });
      return isChanged ?? false;
    },
    onSuccess: (isChanged) => {
      onDone(isChanged);
      if (!isChanged) return;
      showToast(t('changed'));
      void queryClient.invalidateQueries({ queryKey: ['sessions'] });
      void queryClient.invalidateQueries({ queryKey: ['preferences'] });
    },
  });
}

interface ActionsProps {
  readonly isByProof: boolean;
  readonly isBusy: boolean;
  /** Switches between the current password and another proof. */
  readonly onSwitch: () => void;
}

function Actions({ isByProof, isBusy, onSwitch }: ActionsProps) {
  const { t } = useTranslation('passwords');
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" kind="primary" busy={isBusy}>
        {t(isByProof ? 'set' : 'change')}
      </Button>
      <Button kind="quiet" onClick={onSwitch}>
        {t(isByProof ? 'byCurrent' : 'byProof')}
      </Button>
    </div>
  );
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof ApiError && codes.includes(error.code);
}
