import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Chip } from '../../../ui/signs/chip.tsx';
import type { AdminEntry } from './entry.ts';
import { useWaiting } from './use-waiting.ts';

export interface AdminNavigationProps {
  readonly entries: readonly AdminEntry[];
  readonly current: AdminEntry;
}

/** A column beside the page. On narrow screens, a button above the page opens it. [WAD1] */
export function AdminNavigation({ entries, current }: AdminNavigationProps) {
  const { t } = useTranslation(['admin', ...entries.map(({ namespace }) => namespace)]);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const waiting = useWaiting(entries);
  const elsewhere = entries.reduce((sum, { path }) => sum + (path === current.path ? 0 : (waiting.get(path) ?? 0)), 0);
  return (
    <nav aria-label={t('title', { ns: 'admin' })} className="lg:sticky lg:top-6 lg:self-start">
      <Button aria-expanded={isOpen} aria-controls={id} className="w-full lg:!hidden" onClick={() => setOpen(!isOpen)}>
        <span className="me-auto truncate">{t('title', { ns: current.namespace })}</span>
        <span className="sr-only">{t('pages', { ns: 'admin' })}</span>
        {elsewhere > 0 && (
          <Chip tone="accent">
            <span aria-hidden="true">{elsewhere}</span>
            <span className="sr-only">{t('waiting', { ns: 'admin', count: elsewhere })}</span>
          </Chip>
        )}
        <ChevronDown size={18} aria-hidden="true" className={classNames('shrink-0', isOpen && 'rotate-180')} />
      </Button>
      <ul id={id} className={classNames('flex flex-col gap-1 max-lg:mt-2', !isOpen && 'max-lg:hidden')}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <Link
              to="/admin/$"
              params={{ _splat: entry.path }}
              aria-current={entry === current ? 'page' : undefined}
              onClick={() => setOpen(false)}
              className={classNames(
                'flex min-h-11 items-center gap-2 rounded-control px-4 font-medium transition-colors',
                entry === current ? 'bg-accent-soft text-accent-text' : 'text-muted hover:bg-surface-2 hover:text-text',
              )}
            >
              {t('title', { ns: entry.namespace })}
              <Waiting namespace={entry.namespace} count={waiting.get(entry.path) ?? 0} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Number of entries on a page that wait for an administrator. Hidden when 0. */
function Waiting({ namespace, count }: { readonly namespace: string; readonly count: number }) {
  const { t } = useTranslation(namespace);
  if (count === 0) return null;
  return (
    <Chip tone="accent">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t('waiting', { count })}</span>
    </Chip>
  );
}
