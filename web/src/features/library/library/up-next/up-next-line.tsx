import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { ListStart } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { useUpNext } from './use-up-next.ts';

/** One line in the playlist that names the next item. [WL14] */
export function UpNextLine() {
  const { t } = useTranslation('library');
  const next = useUpNext();
  if (!next) return null;
  return (
    <p className="flex min-w-0 items-center gap-2 px-1 text-sm text-muted">
      <ListStart size={16} aria-hidden="true" className="shrink-0" />
      <span dir="auto" className="truncate">
        {t('upNext.item', { name: shownTitle(next.name) })}
      </span>
    </p>
  );
}
