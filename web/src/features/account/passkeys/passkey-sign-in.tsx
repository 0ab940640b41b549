import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FaultText } from '../../../ui/fields/fault-text.tsx';
import type { SignInProps } from '../sessions/sign-in-entry.port.ts';
import { canFillInPasskeys, obstacle, signInWithPasskey, stopAsking } from './ceremonies.ts';
import { usePasskeyError } from './passkey-error.ts';

/** The background question is asked again after this time, in milliseconds, because its challenge ends after 300 s. */
const renewAfterMs = 280_000;

/** A button that signs in. The browser also offers passkeys among the suggestions of the name field. */
export function PasskeySignIn({ onAnswer }: SignInProps) {
  const { t } = useTranslation('passkeys');
  const { api } = useSession();
  const errorText = usePasskeyError();
  const login = useMutation({ mutationFn: () => signInWithPasskey(api), onSuccess: onAnswer });
  const answer = useRef(onAnswer);
  useEffect(() => {
    answer.current = onAnswer;
  }, [onAnswer]);
  const { isPending } = login;
  useEffect(() => {
    // The browser shows one question at a time: the button's question replaces the one in the background.
    if (isPending || obstacle()) return;
    let isOver = false;
    const ask = async () => {
      if (!(await canFillInPasskeys()) || isOver) return;
      const result = await signInWithPasskey(api, true);
      if (!isOver) answer.current(result);
    };
    // The person did not ask for this question, so its failure is not shown. The button shows its own.
    const start = () => void ask().catch(() => undefined);
    start();
    const timer = setInterval(start, renewAfterMs);
    return () => {
      isOver = true;
      clearInterval(timer);
      stopAsking();
    };
  }, [api, isPending]);
  const why = obstacle();
  if (why) return why === 'address' ? <p className="text-sm text-muted">{t(why)}</p> : null;
  const error = errorText(login.error);
  return (
    <div className="grid gap-2">
      <Button
        kind="secondary"
        size="large"
        icon={<KeyRound size={18} aria-hidden="true" />}
        busy={isPending}
        onClick={() => login.mutate()}
      >
        {t('signIn')}
      </Button>
      <FaultText text={error} />
    </div>
  );
}
