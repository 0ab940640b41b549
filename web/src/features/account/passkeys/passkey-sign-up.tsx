import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { isUsername } from '../passwords/password-rules.ts';
import type { SignUpProps } from '../sessions/sign-in-entry.port.ts';
import { UsernameField } from '../sessions/username-field.tsx';
import { obstacle, signUpWithPasskey } from './ceremonies.ts';
import { usePasskeyError } from './passkey-error.ts';

/** Signs up with a name and a passkey. */
export function PasskeySignUp({ onAnswer }: SignUpProps) {
  const { t } = useTranslation('passkeys');
  const { api } = useSession();
  const errorText = usePasskeyError();
  const [username, setUsername] = useState('');
  const [wasTried, setTried] = useState(false);
  const register = useMutation({
    mutationFn: () => signUpWithPasskey(api, username.trim()),
    onSuccess: onAnswer,
  });
  const submit = () => {
    setTried(true);
    if (isUsername(username.trim()) && !register.isPending) register.mutate();
  };
  const why = obstacle();
  if (why) return <p className="mt-8">{t(why)}</p>;
  return (
    <Form onSubmit={submit} className="mt-8 grid gap-5">
      <UsernameField
        value={username}
        onChange={(value) => {
          register.reset();
          setUsername(value);
        }}
        wasTried={wasTried}
        error={errorText(register.error)}
      />
      <Button
        type="submit"
        kind="primary"
        size="large"
        icon={<KeyRound size={18} aria-hidden="true" />}
        busy={register.isPending}
      >
        {t('signUp')}
      </Button>
    </Form>
  );
}
