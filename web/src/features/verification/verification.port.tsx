import type { SensitiveOperation } from '@matinee/contract/gen/api.ts';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';

const VerifyDialog = lazy(() => import('./verify-dialog.tsx').then((m) => ({ default: m.VerifyDialog })));

/** Asks for a proof. Undefined: the person cancelled. Empty: the account has nothing to prove itself with. */
export type Verify = (operation: SensitiveOperation) => Promise<string | undefined>;

interface Question {
  readonly operation: SensitiveOperation;
  readonly answer: (verificationId: string | undefined) => void;
}

/**
 * Asks for a proof of who the person is before something sensitive. Render `dialog`, and `await verify(operation)` for the
 * `verification_id` of the call that follows.
 */
export function useVerification(): {
  readonly verify: Verify;
  readonly dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question | undefined>();
  const verify = useCallback(
    (operation: SensitiveOperation) =>
      new Promise<string | undefined>((resolve) => {
        setQuestion({
          operation,
          answer: (verificationId) => {
            setQuestion(undefined);
            resolve(verificationId);
          },
        });
      }),
    [],
  );
  const dialog = question && (
    <Suspense>
      <VerifyDialog operation={question.operation} onAnswer={question.answer} />
    </Suspense>
  );
  return { verify, dialog };
}
