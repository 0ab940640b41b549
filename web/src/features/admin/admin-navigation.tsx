import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../client/session/session.tsx';
import { useTranslation } from '../../texts/use-translation.ts';
import { classNames } from '../../ui/class-names.ts';
import { Chip } from '../../ui/signs/chip.tsx';
import type { AdminEntry } from './admin-entry.port.ts';

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
                'flex min-h-11 items-center gap-2 rounded-control px-4 font-medium transition-colors',
                entry === current ? 'bg-accent-soft text-accent-text' : 'text-muted hover:bg-surface-2 hover:text-text',
              )}
            >
              {t('title', { ns: entry.namespace })}
              {entry.countWaiting && <Waiting entry={entry} count={entry.countWaiting} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface WaitingProps {
  readonly entry: AdminEntry;
  readonly count: NonNullable<AdminEntry['countWaiting']>;
}

/** How many things on a page wait for an administrator. Hidden when there are none. */
function Waiting({ entry: { path, namespace }, count }: WaitingProps) {
  const { t } = useTranslation(namespace);
  const { api } = useSession();
  const waiting = useQuery({
    queryKey: ['admin', 'waiting', path],
    queryFn: () => count(api),
    refetchInterval: 30_000,
  });
  if (!waiting.data) return null;
  return (
    <Chip tone="accent">
      <span aria-hidden="true">{waiting.data}</span>
      <span className="sr-only">{t('waiting', { count: waiting.data })}</span>
    </Chip>
  );
}
