import type { EveningItem as Item } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { Play } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { formatTime } from '../../film/playback/format-time.port.ts';
import { useShownRating } from '../../film/ratings/rating.port.tsx';
import { Cover, UploadedCover } from '../library/cover.tsx';

/** So much earlier than its moment an item plays, in seconds: people react to what they have seen. */
const leadSeconds = 5;

interface EveningItemProps {
  readonly item: Item;
  /** Plays an item from a position, for everybody. Absent: this person may not. */
  readonly onPlay?: (mediaId: string, seconds: number) => void;
}

/** What ran: how far it came, how it was rated, and the moments that were loved. [WEV1] */
export function EveningItem({ item, onPlay }: EveningItemProps) {
  const { t } = useTranslation('history');
  const { media_id, availability } = item;
  const name = shownTitle(item.name);
  const play = availability === 'available' ? onPlay : undefined;
  const rating = useShownRating(media_id, name);
  return (
    <li className="rounded-control py-1">
      <div className="flex min-h-14 items-center gap-2">
        {item.cover ? <UploadedCover picture={item.cover} /> : <Cover path={item.thumbnail} />}
        <div className="min-w-0 flex-1">
          <p className="line-clamp-2 leading-snug font-medium wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          <Progress item={item} />
        </div>
        {play && (
          <IconButton
            label={t('play', { name })}
            tooltip="end"
            icon={<Play size={20} aria-hidden="true" />}
            onClick={() => play(media_id, 0)}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <Moments item={item} {...(play ? { onPlay: play } : {})} />
        {rating.mark}
      </div>
      {rating.dialog}
    </li>
  );
}

/** How far it came, or why it cannot be played again. */
function Progress({ item }: { readonly item: Item }) {
  const { t } = useTranslation('history');
  const { position_seconds: at, duration_seconds: whole, availability } = item;
  if (availability !== 'available') return <p className="text-sm text-muted">{t(`availability.${availability}`)}</p>;
  const position = formatTime(at);
  const text =
    whole === undefined || whole <= 0
      ? t('leftAt', { position })
      : t('leftAtOf', { position: formatTime(Math.min(at, whole)), duration: formatTime(whole) });
  return <p className="text-sm text-muted tabular-nums">{text}</p>;
}

/** The places to which most people reacted; a press plays from there, a little before. [WEV1] */
function Moments({ item: { media_id, moments }, onPlay }: EveningItemProps) {
  const { t } = useTranslation('film-reactions');
  if (moments.length === 0) return null;
  return (
    <ul aria-label={t('loved')} className="flex flex-wrap gap-1.5">
      {moments.map(({ position_seconds, people, reaction_key }) => {
        const shown = (
          <>
            <span aria-hidden="true" className="font-emoji">
              {reaction_key}
            </span>
            <span className="tabular-nums">{formatTime(position_seconds)}</span>
            <span className="sr-only">{t('lovedBy', { count: people, emoji: reaction_key })}</span>
          </>
        );
        const look = 'flex min-h-11 items-center gap-1.5 rounded-full bg-surface-2 px-3.5 text-sm text-text';
        return (
          <li key={position_seconds}>
            {onPlay ? (
              <button
                type="button"
                className={`${look} hover:bg-surface-3`}
                onClick={() => onPlay(media_id, Math.max(0, position_seconds - leadSeconds))}
              >
                <span className="sr-only">{t('playFrom')} </span>
                {shown}
              </button>
            ) : (
              <p className={look}>{shown}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
