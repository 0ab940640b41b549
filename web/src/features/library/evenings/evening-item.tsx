import type { EveningItem as Item } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { Play } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { MomentList } from '../../film/film-reactions/moment-list.port.tsx';
import { formatTime } from '../../film/playback/format-time.port.ts';
import { useShownRating } from '../../film/ratings/rating.port.tsx';
import { Cover, UploadedCover } from '../library/cover.tsx';

interface EveningItemProps {
  readonly item: Item;
  /** Plays an item from a position, for all viewers. Absent: this person may not. */
  readonly onPlay?: (mediaId: string, seconds: number) => void;
}

/** A film of the evening: its progress, its rating, and its loved moments. [WEV1] */
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

/** The progress of a film, or why it cannot be played again. */
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

/** The places to which most people reacted. [WEV1] */
function Moments({ item: { media_id, moments }, onPlay }: EveningItemProps) {
  const { t } = useTranslation('film-reactions');
  if (moments.length === 0) return null;
  const playFrom = onPlay && ((seconds: number) => onPlay(media_id, seconds));
  return <MomentList aria-label={t('loved')} moments={moments} onPlayFrom={playFrom} />;
}
