import type { ProviderEntry } from '@matinee/contract/gen/api.ts';
import { Check, ChevronRight, Clapperboard, Folder as FolderIcon } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { readableBytes } from '../../../../client/words/readable.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { ListedPicture } from '../../../../ui/signs/listed-picture.tsx';
import { formatTime } from '../../../film/playback/format-time.port.ts';

export interface EntryRowProps {
  readonly entry: ProviderEntry;
  readonly isChosen: boolean;
  /** True for the one row that the Tab key leads to; the arrow keys lead to the others. */
  readonly isActive: boolean;
  /** True when a key has just led here, so that the row takes the focus. */
  readonly takesFocus: boolean;
  readonly onFocus: () => void;
  /** Opens a folder; chooses a film, or no longer chooses it. `isRange`: chooses everything up to here. */
  readonly onPress: (isRange: boolean) => void;
}

/** A folder that opens, or a film that can be chosen. */
export function EntryRow({ entry, isChosen, isActive, takesFocus, onFocus, onPress }: EntryRowProps) {
  const { t, i18n } = useTranslation('sources');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  const isFolder = entry.folder !== undefined;
  const facts = [
    entry.duration_seconds ? formatTime(entry.duration_seconds) : '',
    entry.size_bytes === undefined ? '' : readableBytes(entry.size_bytes, i18n.locale),
    entry.modified_at ? new Date(entry.modified_at).toLocaleDateString(i18n.locale, { dateStyle: 'medium' }) : '',
  ].filter(Boolean);
  return (
    <button
      ref={button}
      type="button"
      {...(isFolder ? {} : { role: 'checkbox', 'aria-checked': isChosen })}
      tabIndex={isActive ? 0 : -1}
      onFocus={onFocus}
      onClick={(event: MouseEvent) => onPress(event.shiftKey)}
      // A button turns its keys into clicks without telling whether Shift is held.
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== ' ' || !event.shiftKey) return;
        event.preventDefault();
        onPress(true);
      }}
      className={classNames(
        'flex min-h-14 w-full items-center gap-3 rounded-control px-3 py-2 text-start transition-colors select-none focus-visible:outline-offset-[-2px]',
        isChosen ? 'bg-accent-soft' : 'hover:bg-surface-2',
      )}
    >
      {isFolder ? (
        <FolderIcon size={22} aria-hidden="true" className="shrink-0 text-accent-text" />
      ) : (
        <span
          aria-hidden="true"
          className={classNames(
            'grid size-5.5 shrink-0 place-items-center rounded-md border',
            isChosen ? 'border-accent-text bg-accent text-on-accent' : 'border-line',
          )}
        >
          {isChosen && <Check size={16} strokeWidth={3} />}
        </span>
      )}
      <Picture entry={entry} />
      <span className="min-w-0 flex-1">
        {isFolder && <span className="sr-only">{t('browser.folder')} </span>}
        <span className="line-clamp-2 leading-snug font-medium wrap-anywhere">
          <bdi>{entry.name}</bdi>
        </span>
        {facts.length > 0 && <span className="block truncate text-sm text-muted">{facts.join(' · ')}</span>}
      </span>
      {isFolder && <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted rtl:-scale-x-100" />}
    </button>
  );
}

function Picture({ entry }: { readonly entry: ProviderEntry }) {
  if (entry.thumbnail) return <ListedPicture address={entry.thumbnail} />;
  if (entry.folder !== undefined) return null;
  return <Clapperboard size={20} aria-hidden="true" className="shrink-0 text-muted" />;
}
