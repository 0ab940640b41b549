import type { SensitiveOperation, VerificationMethod } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../client/calls/api.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { obstacle } from '../passkeys/ceremonies.ts';
import { PasskeyObstacle } from '../passkeys/passkey-obstacle.tsx';
import { VerifyForm } from './verify-form.tsx';

export interface VerifyDialogProps {
  readonly operation: SensitiveOperation;
  readonly onAnswer: (verificationId: string | undefined) => void;
}

/** "Is it really you?": asks for one proof, by any factor of the account. */
export function VerifyDialog({ operation, onAnswer }: VerifyDialogProps) {
  const { t } = useTranslation('verification');
  const { api } = useSession();
  const errorText = useErrorText('verification');
  const [chosen, choose] = useState<VerificationMethod | undefined>();
  const started = useQuery({
    queryKey: ['verification', operation],
    queryFn: () => api.call('UserService.StartSensitiveOperationVerification', { operation }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  // An account without any factor proves nothing: the server lets it add its first one without a proof.
  const hasNothing = started.error instanceof ApiError && started.error.code === 'mfa.no_local_factor';
  useEffect(() => {
    if (hasNothing) onAnswer('');
  }, [hasNothing, onAnswer]);
  const offered = started.data?.available_methods ?? [];
  const methods = offered.filter((each) => each !== 'VERIFICATION_METHOD_WEBAUTHN' || !obstacle());
  const method = chosen ?? methods[0];
  return (
    <Dialog title={t('title')} description={t('text')} isOpen={!hasNothing} onClose={() => onAnswer(undefined)}>
      {started.isPending && <Skeleton className="h-40" />}
      {started.error && !hasNothing && (
        <p role="alert" className="text-danger">
          {errorText(started.error)}
        </p>
      )}
      {methods.length < offered.length && (
        <div className="mb-4">
          <PasskeyObstacle />
        </div>
      )}
      {started.data && method && (
        <>
          <VerifyForm
            key={method}
            method={method}
            sessionId={started.data.verification_session_id}
            onVerified={onAnswer}
          />
          {methods.length > 1 && (
            <div className="mt-6 grid gap-2 border-t border-border pt-4">
              {methods
                .filter((other) => other !== method)
                .map((other) => (
                  <Button key={other} kind="quiet" onClick={() => choose(other)}>
                    {t(`by.${other}`)}
                  </Button>
                ))}
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}
