import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { AccountName } from '../passwords/account-name.tsx';
import { NewPasswordField } from '../passwords/new-password-field.tsx';
import { checkPassword } from '../passwords/password-rules.ts';
import { changePassword } from '../passwords/passwords.port.ts';

/** Lets the person keep an account that has only a name, by setting its first password. [WI4] */
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
  const isGood = Object.values(checkPassword(password)).every(Boolean);
  const keep = useMutation({
    // The account has no factor to prove itself with yet.
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
        <AccountName name={username} />
        <NewPasswordField
          label={t('keep.password')}
          weak={t('keep.rule')}
          value={password}
          onChange={(value) => {
            keep.reset();
            setPassword(value);
          }}
          wasTried={wasTried}
          error={keep.error ? errorText(keep.error) : undefined}
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
