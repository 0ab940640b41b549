import type { PlaybackHistoryEntry } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { EllipsisVertical, type LucideIcon, Play, RotateCcw, Smile, Trash2 } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu } from '../../../ui/buttons/menu.tsx';
import type { MenuEntry } from '../../../ui/buttons/menu-popup.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { formatTime } from '../../film/playback/format-time.port.ts';
import { useShownRating } from '../../film/ratings/rating.port.tsx';
import { Cover, UploadedCover } from '../library/cover.tsx';

export interface HistoryRowProps {
  readonly entry: PlaybackHistoryEntry;
  /** Absent: this person may not play the entry, or may not erase it. */
  readonly onPlay?: (fromStart: boolean) => void;
  readonly onForget?: () => void;
}

/** An entry of the history: when it was played, by whom, and its progress. [WPH1] */
export function HistoryRow({ entry, onPlay, onForget }: HistoryRowProps) {
  const { t } = useTranslation('history');
  const { started_at, started_by_display_name, availability } = entry;
  const isPlayable = onPlay !== undefined && availability === 'available';
  const name = shownTitle(entry.name);
  const rating = useShownRating(entry.media_id, name);
  const entries = useEntries(
    isPlayable ? onPlay : undefined,
    availability === 'deleted' ? undefined : rating.open,
    onForget,
  );
  return (
    <div className="flex min-h-16 items-center gap-2 rounded-control px-3 py-2 hover:bg-surface-2">
      {entry.cover ? <UploadedCover picture={entry.cover} /> : entry.thumbnail && <Cover path={entry.thumbnail} />}
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 leading-snug font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-muted">
          {started_at && <Moment at={started_at} />} ·{' '}
          <bdi>{started_by_display_name ? t('by', { name: started_by_display_name }) : t('byItself')}</bdi>
        </p>
        <Progress entry={entry} />
      </div>
      {rating.mark}
      {rating.dialog}
      {isPlayable && (
        <IconButton
          label={t('play', { name })}
          tooltip="end"
          icon={<Play size={20} aria-hidden="true" />}
          onClick={() => onPlay(false)}
        />
      )}
      {entries.length > 0 && (
        <Menu
          trigger={
            <IconButton
              label={t('menu', { name })}
              tooltip="end"
              icon={<EllipsisVertical size={18} aria-hidden="true" />}
            />
          }
          entries={entries}
        />
      )}
    </div>
  );
}

/** The menu of an entry: the actions that this person may perform. */
function useEntries(
  onPlay: HistoryRowProps['onPlay'],
  onRate: (() => void) | undefined,
  onForget: (() => void) | undefined,
): readonly MenuEntry[] {
  const { t } = useTranslation('history');
  const entries: MenuEntry[] = [];
  const add = (label: string, Icon: LucideIcon, onSelect: () => void, danger = false) =>
    entries.push({ kind: 'item', label, icon: <Icon size={18} aria-hidden="true" />, danger, onSelect });
  if (onPlay) add(t('fromStart'), RotateCcw, () => onPlay(true));
  if (onRate) add(t('open', { ns: 'ratings' }), Smile, onRate);
  if (onForget) add(t('forget'), Trash2, onForget, true);
  return entries;
}

/** The progress of the entry, or that it plays now, or why it cannot be played again. */
function Progress({ entry }: { readonly entry: PlaybackHistoryEntry }) {
  const { t } = useTranslation('history');
  const { ended_at, position_seconds: at, duration_seconds: whole, availability } = entry;
  if (availability !== 'available') return <p className="text-sm text-danger">{t(`availability.${availability}`)}</p>;
  if (ended_at === undefined) return <p className="text-sm text-accent-text">{t('now')}</p>;
  const position = formatTime(at);
  if (whole === undefined || whole <= 0) return <p className="text-sm text-muted">{t('leftAt', { position })}</p>;
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <progress
        aria-hidden="true"
        value={Math.min(at, whole)}
        max={whole}
        className="h-1.5 w-24 min-w-4 accent-accent-text"
      />
      <span className="whitespace-nowrap">{t('leftAtOf', { position, duration: formatTime(whole) })}</span>
    </p>
  );
}
