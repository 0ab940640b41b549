import { RotateCw } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { QrCode } from '../../../../ui/signs/qr-code.tsx';
import type { CodeSignIn as Code } from '../entry.ts';
import { SourceFault } from '../source-fault.tsx';
import type { SignInFormProps } from './sign-in-form.tsx';
import { useCodeSignIn } from './use-code-sign-in.ts';

export interface CodeSignInProps extends SignInFormProps {
  readonly code: Code;
}

/**
 * Shows a code that the person scans with the app of the source, and continues once they have approved there. [WSO20]
 */
export function CodeSignIn({ entry, code, onSignedIn }: CodeSignInProps) {
  const { t } = useTranslation('sources');
  const { text, state, error, again } = useCodeSignIn(entry, code, onSignedIn);
  const source = t(`kinds.${entry.name}.title`);
  const isOver = state === 'expired' || error !== null;
  return (
    <div className="grid justify-items-start gap-3">
      {error !== null && <SourceFault error={error} />}
      {!isOver && text !== undefined && <QrCode text={text} label={t('code.label', { source })} />}
      <p role="status" className="text-sm text-muted">
        {error === null && t(`code.${state}`, { source })}
      </p>
      {isOver && (
        <Button kind="primary" icon={<RotateCw size={18} aria-hidden="true" />} onClick={again}>
          {t('code.again')}
        </Button>
      )}
    </div>
  );
}
