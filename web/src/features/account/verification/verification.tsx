import type { SensitiveOperation } from '@matinee/contract/gen/api.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../../client/calls/api.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { findVerification, forgetVerification, keepVerification } from './lasting.ts';

const VerifyDialog = lazily(() => import('./verify-dialog.tsx').then((m) => m.VerifyDialog));

/**
 * Runs `work` with the `verification_id` that it needs. Undefined: the person cancelled the question. `work` may run a
 * second time, when the server no longer takes an earlier verification. The id is empty for an account that has no
 * factor to prove itself with.
 */
export type WithProof = <T>(
  operation: SensitiveOperation,
  work: (verificationId: string) => Promise<T>,
) => Promise<T | undefined>;

interface Question {
  readonly operation: SensitiveOperation;
  readonly answer: (verificationId: string | undefined) => void;
}

/**
 * Asks the person for a proof of identity before something sensitive, unless a proof from the last minutes still
 * serves. Render `dialog`, and call the server within `withProof`. [WF7]
 */
export function useVerification(): { readonly withProof: WithProof; readonly dialog: ReactNode } {
  const cache = useQueryClient();
  const [question, setQuestion] = useState<Question | undefined>();
  const ask = useCallback(
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
  const withProof = useCallback<WithProof>(
    async (operation, work) => {
      const held = findVerification(cache, operation);
      if (held !== undefined) {
        try {
          return await work(held);
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'mfa.verification_invalid')) throw error;
          forgetVerification(cache);
        }
      }
      const id = await ask(operation);
      if (id === undefined) return undefined;
      keepVerification(cache, operation, id);
      return work(id);
    },
    [ask, cache],
  );
  const dialog = question && (
    <Suspense>
      <VerifyDialog operation={question.operation} onAnswer={question.answer} />
    </Suspense>
  );
  return { withProof, dialog };
}

/** Discards the proof that is still valid when the person leaves the page that calls this. [WF8] */
export function useProofOfThisPage(): void {
  const cache = useQueryClient();
  useEffect(() => () => forgetVerification(cache), [cache]);
}
