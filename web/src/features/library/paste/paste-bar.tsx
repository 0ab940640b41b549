import { Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import type { MediaLink } from '../media-links.port.ts';

export interface PasteBarProps {
  readonly links: readonly MediaLink[];
  readonly mayPlay: boolean;
  /** True: nothing is chosen, so what is added starts. */
  readonly startsAdded: boolean;
  readonly isBusy: boolean;
  readonly onAdd: (play: boolean) => void;
  readonly onDismiss: () => void;
}

/** Asks whether to add what was pasted. It takes the focus, so that Enter adds and Escape dismisses. */
export function PasteBar({ links, mayPlay, startsAdded, isBusy, onAdd, onDismiss }: PasteBarProps) {
  const { t } = useTranslation('library');
  const add = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (links.length > 0) add.current?.focus();
  }, [links]);
  const first = links[0];
  if (!first) return null;
  return (
    <section
      aria-label={t('paste.label')}
      onKeyDown={(event) => event.key === 'Escape' && onDismiss()}
      className="fixed inset-x-0 bottom-0 z-30 mx-auto w-full max-w-2xl animate-rise p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:bottom-6 lg:end-96"
    >
      <div className="rounded-card border border-line bg-surface p-4 shadow-raised">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1" role="status">
            <p className="font-semibold wrap-anywhere">
              {links.length === 1 ? (
                <bdi>{t('paste.one', { name: first.name })}</bdi>
              ) : (
                t('paste.many', { count: links.length })
              )}
            </p>
            {links.length === 1 ? (
              <p dir="ltr" className="mt-0.5 truncate text-sm text-muted">
                {first.url}
              </p>
            ) : (
              <ul className="mt-1 max-h-28 overflow-y-auto text-sm text-muted">
                {links.map((link) => (
                  <li key={link.url} dir="auto" className="truncate">
                    {link.name}
                  </li>
                ))}
              </ul>
            )}
          </div>
          <IconButton
            label={t('paste.dismiss')}
            tooltip="end"
            icon={<X size={20} aria-hidden="true" />}
            onClick={onDismiss}
          />
        </div>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button
            ref={add}
            kind="primary"
            busy={isBusy}
            icon={<Plus size={18} aria-hidden="true" />}
            onClick={() => onAdd(false)}
          >
            {t(startsAdded ? 'paste.addAndPlay' : 'paste.add')}
          </Button>
          {mayPlay && !startsAdded && (
            <Button disabled={isBusy} onClick={() => onAdd(true)}>
              {t('paste.addAndPlay')}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
