import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from '../../texts/use-translation.ts';
import { IconButton } from '../buttons/icon-button.tsx';

export interface PagerProps {
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Shows which page of a list is open, with buttons to the others. Renders nothing for a list of one page. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const { t, i18n } = useTranslation('shell');
  if (total <= pageSize && page === 1) return null;
  const number = (value: number) => value.toLocaleString(i18n.locale);
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  return (
    <nav aria-label={t('pager.label')} className="flex items-center justify-center gap-2 pt-4">
      <IconButton
        label={t('pager.previous')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        icon={<ChevronLeft size={20} aria-hidden="true" className="rtl:-scale-x-100" />}
      />
      <p role="status" className="min-w-32 text-center text-sm text-muted tabular-nums">
        {t('pager.range', { from: number(from), to: number(to), total: number(total) })}
      </p>
      <IconButton
        label={t('pager.next')}
        disabled={to >= total}
        onClick={() => onPage(page + 1)}
        icon={<ChevronRight size={20} aria-hidden="true" className="rtl:-scale-x-100" />}
      />
    </nav>
  );
}
