import { RotateCcw } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';

/** Over the last picture of the last item: it is over, and can be watched again by whoever has the remote. [SY71] */
export function EndCard({ onAgain }: { readonly onAgain: (() => void) | undefined }) {
  const { t } = useTranslation('playback');
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center bg-black/75">
      <div className="pointer-events-auto grid justify-items-center gap-3 p-6 text-center">
        <div role="status">
          <h2 className="text-lg font-semibold">{t('end.title')}</h2>
          {/* What somebody without the remote adds waits for somebody with it. */}
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
