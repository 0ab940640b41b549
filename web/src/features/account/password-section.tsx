import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../app/error-text.ts';
import { useSession } from '../../app/session.tsx';
import { ApiError } from '../../client/api.ts';
import { changePassword, loadPasswords } from '../../client/passwords.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.tsx';
import { NewPasswordRules } from '../sessions/new-password-rules.tsx';
import { checkPassword } from '../sessions/password-rules.ts';
import { useVerification } from '../verification/use-verification.tsx';

/** Changes the password by the current one, or sets one after a proof of another kind: forgotten, or none yet. */
export function PasswordSection() {
  const { t } = useTranslation(['account', 'sessions']);
  const { api, user } = useSession();
  const queryClient = useQueryClient();
  const errorText = useErrorText('account');
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
      showToast(t('password.changed'));
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
    <Section id="password" title={t('password.title')} text={t('password.text')}>
      <Form onSubmit={submit} className="grid max-w-md gap-5">
        <input type="text" hidden name="username" autoComplete="username" value={user?.username ?? ''} readOnly />
        {!isByProof && (
          <PasswordField
            label={t('password.current')}
            name="current-password"
            autoComplete="current-password"
            maxLength={128}
            value={current}
            onFocus={loadPasswords}
            onChange={(event) => {
              change.reset();
              setCurrent(event.target.value);
            }}
            error={isCurrentWrong ? error : wasTried && current === '' ? t('password.currentNeeded') : undefined}
          />
        )}
        <PasswordField
          label={t('password.new')}
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
          error={isCurrentWrong ? undefined : (error ?? (wasTried && !isGood ? t('password.rule') : undefined))}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="primary" busy={change.isPending}>
            {t(isByProof ? 'password.set' : 'password.change')}
          </Button>
          <Button
            kind="quiet"
            onClick={() => {
              change.reset();
              setByProof(!isByProof);
            }}
          >
            {t(isByProof ? 'password.byCurrent' : 'password.byProof')}
          </Button>
        </div>
      </Form>
      {dialog}
    </Section>
  );
}
