import type { DynamicEntry } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { ChevronRight, Clapperboard, Folder, Play } from 'lucide-react';
import { readableBytes } from '../../../client/words/readable.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ListedPicture } from '../../../ui/signs/listed-picture.tsx';
import { formatTime } from '../../film/playback/format-time.port.ts';

export interface EntryRowProps {
  readonly entry: DynamicEntry;
  /** Whether the room plays the entry; undefined: the room has chosen another one. */
  readonly current?: 'playing' | 'paused' | undefined;
  /** Opens a folder, or plays a film. Absent: this person may not choose the film. */
  readonly onPress?: (() => void) | undefined;
}

/** A folder that opens, or a film that plays for the room. [WDP2] [WDP3] */
export function EntryRow({ entry, current, onPress }: EntryRowProps) {
  const { t, i18n } = useTranslation('dynamic-playlists');
  const isFolder = entry.folder !== undefined;
  const facts = [
    current ? t(`entry.${current}`) : '',
    entry.duration_seconds ? formatTime(entry.duration_seconds) : '',
    entry.size_bytes === undefined ? '' : readableBytes(entry.size_bytes, i18n.locale),
  ].filter(Boolean);
  const body = (
    <>
      {isFolder ? (
        <Folder size={22} aria-hidden="true" className="shrink-0 text-accent-text" />
      ) : (
        <Picture address={entry.thumbnail} />
      )}
      <span className="min-w-0 flex-1">
        {onPress && <span className="sr-only">{t(isFolder ? 'entry.open' : 'entry.play')} </span>}
        <bdi
          className={classNames('line-clamp-2 leading-snug font-medium wrap-anywhere', current && 'text-accent-text')}
        >
          {isFolder ? entry.name : shownTitle(entry.name)}
        </bdi>
        {facts.length > 0 && (
          <span className={classNames('block truncate text-sm', current ? 'text-accent-text' : 'text-muted')}>
            {facts.join(' · ')}
          </span>
        )}
      </span>
    </>
  );
  const look = classNames(
    'group flex min-h-14 w-full items-center gap-3 rounded-control px-2 py-2 text-start',
    current ? 'bg-accent-soft' : onPress && 'hover:bg-surface-2',
  );
  if (!onPress) return <div className={look}>{body}</div>;
  const Sign = isFolder ? ChevronRight : Play;
  return (
    <button type="button" onClick={onPress} className={look}>
      {body}
      <Sign
        size={18}
        aria-hidden="true"
        className={classNames(
          'shrink-0',
          isFolder
            ? 'text-muted rtl:-scale-x-100'
            : 'text-accent-text opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
        )}
      />
    </button>
  );
}

function Picture({ address }: { readonly address: string }) {
  if (address === '') return <Clapperboard size={22} aria-hidden="true" className="shrink-0 text-muted" />;
  return <ListedPicture address={address} />;
}
