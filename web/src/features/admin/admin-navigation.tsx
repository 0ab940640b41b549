import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names.ts';
import type { AdminEntry } from './admin-page.ts';

export interface AdminNavigationProps {
  readonly entries: readonly AdminEntry[];
  readonly current: AdminEntry;
}

/** A column beside the page; a row that wraps above it where there is no room. */
export function AdminNavigation({ entries, current }: AdminNavigationProps) {
  const { t } = useTranslation(['admin', ...entries.map(({ namespace }) => namespace)]);
  return (
    <nav aria-label={t('title', { ns: 'admin' })} className="lg:sticky lg:top-6 lg:self-start">
      <ul className="flex flex-wrap gap-1 lg:flex-col">
        {entries.map((entry) => (
          <li key={entry.path}>
            <Link
              to="/admin/$"
              params={{ _splat: entry.path }}
              aria-current={entry === current ? 'page' : undefined}
              className={classNames(
                'flex min-h-11 items-center rounded-control px-4 font-medium transition-colors',
                entry === current ? 'bg-accent-soft text-accent-text' : 'text-muted hover:bg-surface-2 hover:text-text',
              )}
            >
              {t('title', { ns: entry.namespace })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
