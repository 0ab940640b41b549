import type { LoginResponse, Mfa } from '@matinee/contract/gen/api.ts';
import { useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { obstacle } from '../passkeys/ceremonies.ts';
import { PasskeyObstacle } from '../passkeys/passkey-obstacle.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

export interface SecondStepProps {
  readonly mfa: Mfa;
  readonly onAnswer: (answer: LoginResponse) => void;
  /** Back to the first step. */
  readonly onCancel: () => void;
}

/** The second factor of a sign-in, by one of the methods that work for this account now. */
export function SecondStep({ mfa, onAnswer, onCancel }: SecondStepProps) {
  const { t } = useTranslation('two-factor');
  const usable = mfa.available_methods.filter((method) => method !== 'MFA_METHOD_WEBAUTHN' || !obstacle());
  const [chosen, choose] = useState(usable[0]);
  const others = usable.filter((method) => method !== chosen);
  return (
    <div className="mt-6 grid gap-6">
      <div>
        <h2 className="text-xl font-semibold">{t('step.title')}</h2>
        <p className="mt-1 text-muted">{t('step.text')}</p>
      </div>
      {chosen && mfa.session_id !== undefined && (
        <SecondFactorForm key={chosen} method={chosen} sessionId={mfa.session_id} onAnswer={onAnswer} />
      )}
      {usable.length < mfa.available_methods.length && <PasskeyObstacle />}
      <div className="grid gap-2 border-t border-border pt-4">
        {others.map((method) => (
          <Button key={method} kind="secondary" onClick={() => choose(method)}>
            {t(`step.by.${method}`)}
          </Button>
        ))}
        <Button kind="quiet" onClick={onCancel}>
          {t('step.back')}
        </Button>
      </div>
    </div>
  );
}
