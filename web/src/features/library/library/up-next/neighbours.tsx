import { SkipBack, SkipForward } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';

interface NeighboursProps {
  readonly onNext: () => void;
  readonly onPrevious: () => void;
}

/** Buttons for the item before the current one and the item after it. */
export function Neighbours({ onNext, onPrevious }: NeighboursProps) {
  const { t } = useTranslation('library');
  return (
    <>
      <IconButton
        label={t('previous')}
        icon={<SkipBack size={18} aria-hidden="true" className="rtl:-scale-x-100" />}
        onClick={onPrevious}
      />
      <IconButton
        label={t('next')}
        icon={<SkipForward size={18} aria-hidden="true" className="rtl:-scale-x-100" />}
        onClick={onNext}
      />
    </>
  );
}
