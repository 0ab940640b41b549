import { RotateCcw } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';

/**
 * Covers the last picture of the last item: says that it is over, and offers people with the remote to watch again.
 * [SY71]
 */
export function EndCard({ onAgain }: { readonly onAgain: (() => void) | undefined }) {
  const { t } = useTranslation('playback');
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center bg-black/75">
      <div className="pointer-events-auto grid justify-items-center gap-3 p-6 text-center">
        <div role="status">
          <h2 className="text-lg font-semibold">{t('end.title')}</h2>
          {/* Not true without the remote: an added item then waits for a person with the remote. */}
          {onAgain && <p className="text-sm text-muted">{t('end.advice')}</p>}
        </div>
        {onAgain && (
          <Button kind="primary" icon={<RotateCcw size={18} aria-hidden="true" />} onClick={onAgain}>
            {t('end.again')}
          </Button>
        )}
      </div>
    </div>
  );
}
