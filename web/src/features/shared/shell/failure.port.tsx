import { CloudOff } from 'lucide-react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';

/** Shown instead of a list or a screen that could not be loaded, with a button to try again. */
export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation('shell');
  const errorText = useErrorText();
  return (
    <EmptyState
      icon={<CloudOff aria-hidden="true" />}
      title={t('failure.title')}
      text={<span role="alert">{errorText(error)}</span>}
      action={<Button onClick={onRetry}>{t('failure.retry')}</Button>}
    />
  );
}
