import type { Media } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import {
  ArrowDown,
  ArrowUp,
  CornerDownRight,
  EllipsisVertical,
  GripVertical,
  Info,
  type LucideIcon,
  Pencil,
  Play,
  RadioTower,
  Smile,
  Trash2,
  Users,
} from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu } from '../../../ui/buttons/menu.tsx';
import type { MenuEntry } from '../../../ui/buttons/menu-popup.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';
import { formatTime } from '../../film/playback/format-time.port.ts';
import { pictureOf } from '../../film/playback/playback.port.ts';
import { useShownRating } from '../../film/ratings/rating.port.tsx';
import { useSending } from '../../film/streams/sending.port.tsx';
import { VoteButtons } from '../queue-votes/vote-buttons.tsx';
import { useItemProgress } from '../watched/use-item-progress.tsx';
import { Cover, UploadedCover } from './cover.tsx';
import type { Reorder } from './order/use-reorder.ts';

const ProgrammeLines = whenLoaded(() =>
  import('../channels/programme-lines.tsx').then((module) => module.ProgrammeLines),
);

/** A playlist that an item can be moved to. */
export interface MoveTarget {
  readonly id: string;
  readonly name: string;
}

export interface PlaylistItemProps {
  readonly media: Media;
  readonly isCurrent: boolean;
  /** True while the room plays; false: the current item is paused. */
  readonly isPlaying: boolean;
  readonly isHeld: boolean;
  /** Absent: this person may not move, play, rename or remove the item. */
  readonly reorder?: Reorder;
  readonly onPlay?: () => void;
  readonly targets?: readonly MoveTarget[];
  readonly onMoveTo?: (target: MoveTarget) => void;
  readonly onRename?: () => void;
  readonly onDetails?: () => void;
  readonly onRemove?: () => void;
}

export function PlaylistItem(props: PlaylistItemProps) {
  const { media, isCurrent, isHeld, reorder, onPlay } = props;
  const { t } = useTranslation('library');
  const name = shownTitle(media.name);
  const rating = useShownRating(media.id, name);
  const progress = useItemProgress(media.id, name);
  const sending = useSending(media);
  const entries = useEntries(props, { onRate: rating.open, onProgress: progress.open, onSend: sending.open });
  return (
    <div
      className={classNames(
        'flex min-w-0 items-center rounded-control transition-colors',
        isHeld ? 'bg-surface-3 shadow-raised ring-2 ring-accent' : isCurrent ? 'bg-accent-soft' : 'hover:bg-surface-2',
      )}
    >
      {reorder && (
        <button
          type="button"
          data-handle
          aria-label={t('reorder.handle', { name })}
          aria-describedby="reorder-help"
          aria-pressed={isHeld}
          onPointerDown={(event) => reorder.onPointerDown(media.id, event)}
          onKeyDown={(event) => reorder.onKeyDown(media.id, event)}
          onBlur={reorder.onBlur}
          className="grid h-14 w-9 shrink-0 cursor-grab touch-none place-items-center rounded-control text-muted active:cursor-grabbing"
        >
          <GripVertical size={18} aria-hidden="true" />
        </button>
      )}
      <ItemBody media={media} isCurrent={isCurrent} isPlaying={props.isPlaying} onPlay={onPlay} />
      {rating.mark}
      <VoteButtons mediaId={media.id} name={name} />
      {entries.length > 0 && (
        <Menu
          trigger={
            <IconButton
              label={t('item.menu', { name })}
              tooltip="end"
              icon={<EllipsisVertical size={18} aria-hidden="true" />}
            />
          }
          entries={entries}
        />
      )}
      {rating.dialog}
      {progress.dialog}
      {sending.dialog}
    </div>
  );
}

/** The menu of an item: the actions that this person may perform. */
function useEntries(
  props: PlaylistItemProps,
  { onRate, onProgress, onSend }: Readonly<Record<'onRate' | 'onProgress' | 'onSend', (() => void) | undefined>>,
): readonly MenuEntry[] {
  const { t } = useTranslation('library');
  const { media, reorder, onRename, onDetails, onMoveTo, onRemove, targets = [] } = props;
  const [isFirst, isLast] = [reorder?.ids.at(0) === media.id, reorder?.ids.at(-1) === media.id];
  const entries: MenuEntry[] = [];
  const add = (label: string, Icon: LucideIcon, onSelect: () => void, danger = false) =>
    entries.push({ kind: 'item', label, icon: <Icon size={18} aria-hidden="true" />, danger, onSelect });
  if (onRename) add(t('item.rename'), Pencil, onRename);
  if (onDetails) add(t('details.open'), Info, onDetails);
  if (onSend) add(t('offAir.send', { ns: 'streams' }), RadioTower, onSend);
  if (onRate) add(t('open', { ns: 'ratings' }), Smile, onRate);
  if (onProgress) add(t('item.progress'), Users, onProgress);
  if (reorder && !isFirst) add(t('reorder.up'), ArrowUp, () => reorder.step(media.id, -1));
  if (reorder && !isLast) add(t('reorder.down'), ArrowDown, () => reorder.step(media.id, 1));
  for (const target of onMoveTo ? targets : [])
    add(t('item.moveTo', { list: target.name }), CornerDownRight, () => onMoveTo?.(target));
  if (onRemove) add(t('item.remove'), Trash2, onRemove, true);
  return entries;
}

interface ItemBodyProps {
  readonly media: Media;
  readonly isCurrent: boolean;
  readonly isPlaying: boolean;
  readonly onPlay: (() => void) | undefined;
}

/** Name and facts of an item. It is a button for people who may choose what plays. */
function ItemBody({ media, isCurrent, isPlaying, onPlay }: ItemBodyProps) {
  const { t } = useTranslation('library');
  const facts = [
    isCurrent ? t(isPlaying ? 'item.now' : 'item.nowPaused') : '',
    media.duration_seconds ? formatTime(media.duration_seconds) : '',
    media.suggester_display_name
      ? t('item.suggestedBy', { name: media.suggester_display_name })
      : t('item.by', { name: media.creator_display_name }),
  ].filter(Boolean);
  const obstacle =
    media.availability === 'available' ? '' : t(`availability.${media.availability}`, { defaultValue: '' });
  const body = (
    <>
      <span
        dir="auto"
        className={classNames('line-clamp-2 leading-snug font-medium wrap-anywhere', isCurrent && 'text-accent-text')}
      >
        {shownTitle(media.name)}
      </span>
      <span className={classNames('line-clamp-2 text-sm wrap-anywhere', isCurrent ? 'text-accent-text' : 'text-muted')}>
        {facts.join(' · ')}
      </span>
      {media.source?.channel?.guide_url && <ProgrammeLines media={media} />}
      {obstacle && <span className="block text-sm text-danger">{obstacle}</span>}
    </>
  );
  const picture = pictureOf(media);
  const cover = picture ? <UploadedCover picture={picture} /> : media.thumbnail && <Cover path={media.thumbnail} />;
  if (!onPlay) {
    return (
      <div className="flex min-w-0 flex-1 items-center gap-3 px-2 py-2">
        {cover}
        <div className="min-w-0 flex-1">{body}</div>
      </div>
    );
  }
  return (
    <button
      type="button"
      onClick={onPlay}
      className="group flex min-h-14 min-w-0 flex-1 items-center gap-2 rounded-control px-2 py-2 text-start"
    >
      {cover}
      <span className="min-w-0 flex-1">
        <span className="sr-only">{t('item.play')} </span>
        {body}
      </span>
      <Play
        size={18}
        aria-hidden="true"
        className="shrink-0 text-accent-text opacity-0 max-sm:hidden group-hover:opacity-100 group-focus-visible:opacity-100"
      />
    </button>
  );
}
