import { Clapperboard } from 'lucide-react';
import { useResource } from '../../../../client/room/hooks.ts';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { seriesProgress } from '../resources.ts';

/** One line in the playlist about how far the room is in the series that plays. A single episode has none. [WL36] */
export function SeriesLine() {
  const { t } = useTranslation('series');
  const { room } = useRoom();
  const { series = '', episodes = 0, watched = 0 } = useResource(room, seriesProgress) ?? {};
  if (series === '' || episodes < 2) return null;
  return (
    <p className="flex min-w-0 items-center gap-2 px-1 text-sm text-muted">
      <Clapperboard size={16} aria-hidden="true" className="shrink-0" />
      <span dir="auto" className="truncate">
        {t('progress', { series, watched, episodes })}
      </span>
    </p>
  );
}
