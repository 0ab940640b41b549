import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../client/calls/api.ts';
import { useSession } from '../../client/session/session.tsx';
import { useErrorText } from '../../client/words/error-text.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Section } from '../../ui/lists/section.tsx';
import { showToast } from '../../ui/signs/toast.tsx';
import { useVerification } from '../verification/verification.port.tsx';
import { NewPasswordRules } from './new-password-rules.port.tsx';
import { checkPassword } from './password-rules.port.ts';
import { changePassword, loadPasswords } from './passwords.port.ts';

/** Changes the password by the current one, or sets one after a proof of another kind: forgotten, or none yet. */
export function PasswordSection() {
  const { t } = useTranslation('passwords');
  const { api, user } = useSession();
  const queryClient = useQueryClient();
  const errorText = useErrorText('passwords');
  const { verify, dialog } = useVerification();
  const [isByProof, setByProof] = useState(false);
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const rules = checkPassword(password);
  const isGood = Object.values(rules).every(Boolean);
  const change = useMutation({
    mutationFn: async () => {
      if (!isByProof) {
        await changePassword(api, password, { current });
        return true;
      }
      const verificationId = await verify('SENSITIVE_OPERATION_PASSWORD_UPDATE');
      if (verificationId === undefined) return false;
      await changePassword(api, password, { verificationId });
      return true;
    },
    onSuccess: (isChanged) => {
      if (!isChanged) return;
      setCurrent('');
      setPassword('');
      setTried(false);
      setByProof(false);
      showToast(t('changed'));
      void queryClient.invalidateQueries({ queryKey: ['sessions'] });
      void queryClient.invalidateQueries({ queryKey: ['preferences'] });
    },
    // An account without a password is asked for another proof.
    onError: (error) => error instanceof ApiError && error.code === 'auth.no_password' && setByProof(true),
  });
  const submit = () => {
    setTried(true);
    if (isGood && (isByProof || current !== '') && !change.isPending) change.mutate();
  };
  const code = change.error instanceof ApiError ? change.error.code : undefined;
  const isCurrentWrong = code === 'auth.wrong_password' || code === 'auth.locked_out';
  const error = change.error && code !== 'auth.no_password' ? errorText(change.error) : undefined;
  return (
    <Section id="password" title={t('title')} text={t('text')}>
      <Form onSubmit={submit} className="grid max-w-md gap-5">
        <input type="text" hidden name="username" autoComplete="username" value={user?.username ?? ''} readOnly />
        {!isByProof && (
          <PasswordField
            label={t('current')}
            name="current-password"
            autoComplete="current-password"
            maxLength={128}
            value={current}
            onFocus={loadPasswords}
            onChange={(event) => {
              change.reset();
              setCurrent(event.target.value);
            }}
            error={isCurrentWrong ? error : wasTried && current === '' ? t('currentNeeded') : undefined}
          />
        )}
        <PasswordField
          label={t('new')}
          name="new-password"
          autoComplete="new-password"
          maxLength={128}
          value={password}
          onFocus={loadPasswords}
          onChange={(event) => {
            change.reset();
            setPassword(event.target.value);
          }}
          hint={<NewPasswordRules rules={rules} />}
          error={isCurrentWrong ? undefined : (error ?? (wasTried && !isGood ? t('rule') : undefined))}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="primary" busy={change.isPending}>
            {t(isByProof ? 'set' : 'change')}
          </Button>
          <Button
            kind="quiet"
            onClick={() => {
              change.reset();
              setByProof(!isByProof);
            }}
          >
            {t(isByProof ? 'byCurrent' : 'byProof')}
          </Button>
        </div>
      </Form>
      {dialog}
    </Section>
  );
}
