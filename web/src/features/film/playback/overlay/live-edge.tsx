import { FastForward } from 'lucide-react';
import type { Store } from '../../../../client/store.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import type { PlayerSync } from '../player-sync.ts';
import type { FilmPort } from '../sync/media-port.ts';
import { usePlace, type VideoPlace, windowOf } from '../use-video.ts';

/**
 * A viewer counts as far behind from here on, in seconds. Players of playlists begin at most about three segments of
 * ten seconds behind.
 */
const farBehindSeconds = 45;
/** How far behind the newest part a jump goes, in seconds: closer parts may not load in time. */
const marginSeconds = 6;

export interface LiveEdgeProps {
  readonly film: FilmPort | undefined;
  readonly sync: PlayerSync | undefined;
  readonly place: Store<VideoPlace>;
}

/** Offers a person who is far behind a live stream to jump to its newest part. [SY63] */
export function LiveEdge({ film, sync, place }: LiveEdgeProps) {
  const { t } = useTranslation('playback');
  const behindLive = usePlace(place, (now) => Math.round(now.behindLive ?? 0));
  if (film === undefined || behindLive < farBehindSeconds) return null;
  const jump = () => {
    const newest = windowOf(film)?.end;
    if (newest !== undefined) film.currentTime = Math.max(0, newest - marginSeconds);
    // Where the place of the others is known, that one counts.
    sync?.catchUp();
  };
  return (
    <div className="pointer-events-auto flex max-w-full items-center gap-3 rounded-full border border-border bg-surface/95 py-1 ps-4 pe-1 text-sm shadow-raised">
      {/* Not a live region, because the figure changes all the time. */}
      <span className="tabular-nums">{t('sync.behind', { seconds: behindLive })}</span>
      <Button kind="primary" icon={<FastForward size={16} aria-hidden="true" />} onClick={jump}>
        {t('jumpToLive')}
      </Button>
    </div>
  );
}
