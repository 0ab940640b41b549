import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../client/session/session.tsx';
import { useErrorText } from '../../client/words/error-text.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Section } from '../../ui/lists/section.tsx';
import { showToast } from '../../ui/signs/toast.tsx';
import { NewPasswordRules } from '../passwords/new-password-rules.port.tsx';
import { checkPassword } from '../passwords/password-rules.port.ts';
import { changePassword, loadPasswords } from '../passwords/passwords.port.ts';

/** Keeps an account that has a name alone, by its first password. [WI4] */
export function KeepSection() {
  const { user, isInstant } = useSession();
  return user && isInstant ? <KeepByPassword username={user.username} /> : null;
}

function KeepByPassword({ username }: { readonly username: string }) {
  const { t } = useTranslation('instant-accounts');
  const { api } = useSession();
  const queryClient = useQueryClient();
  const errorText = useErrorText('instant-accounts');
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const rules = checkPassword(password);
  const isGood = Object.values(rules).every(Boolean);
  const keep = useMutation({
    // The account has nothing to prove itself with yet.
    mutationFn: () => changePassword(api, password, { verificationId: '' }),
    onSuccess: () => {
      showToast(t('keep.done'));
      for (const key of ['profile', 'preferences', 'sessions']) void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
  const submit = () => {
    setTried(true);
    if (isGood && !keep.isPending) keep.mutate();
  };
  return (
    <Section id="keep" title={t('keep.title')} text={t('keep.text')}>
      <Form onSubmit={submit} className="grid max-w-md gap-5">
        <input type="text" hidden name="username" autoComplete="username" value={username} readOnly />
        <PasswordField
          label={t('keep.password')}
          name="new-password"
          autoComplete="new-password"
          maxLength={128}
          value={password}
          onFocus={loadPasswords}
          onChange={(event) => {
            keep.reset();
            setPassword(event.target.value);
          }}
          hint={<NewPasswordRules rules={rules} />}
          error={keep.error ? errorText(keep.error) : wasTried && !isGood ? t('keep.rule') : undefined}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" kind="primary" busy={keep.isPending}>
            {t('keep.action')}
          </Button>
          <p className="text-sm text-muted">{t('keep.others')}</p>
        </div>
      </Form>
    </Section>
  );
}
