import type { LoginResponse, Mfa } from '@matinee/contract/gen/api.ts';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { preloadTexts } from '../../../texts/texts.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';

const SecondStep = lazily(() => import('../two-factor/second-step.tsx').then((module) => module.SecondStep));

// Most sign-ins lead to the start page. If it waited for its texts, it would be blank for 300 ms: React holds a
// fallback that long.
preloadTexts('rooms');

/**
 * Finishes every way to sign in, on any page: pass the server's answer to `onAnswer`. While `secondStep` is set, show
 * it instead of the first step. After the last step it navigates to `returnTo`.
 */
export function useSignInEnd(returnTo: string): {
  readonly onAnswer: (answer: LoginResponse) => void;
  readonly secondStep: ReactNode | undefined;
} {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const [mfa, setMfa] = useState<Mfa | undefined>();
  const onAnswer = (answer: LoginResponse) => {
    if (answer.mfa?.required) return setMfa(answer.mfa);
    if (!answer.accessToken) return;
    signIn(answer);
    void navigate({ to: returnTo, replace: true });
  };
  const secondStep = mfa && (
    <Suspense fallback={<Skeleton className="h-60" />}>
      <SecondStep mfa={mfa} onAnswer={onAnswer} onCancel={() => setMfa(undefined)} />
    </Suspense>
  );
  return { onAnswer, secondStep };
}
