import { FastForward } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import type { PlayerSync } from '../player-sync.ts';
import type { FilmPort } from '../sync/media-port.ts';
import { windowOf } from '../use-video.ts';

/** Players of lists begin about three parts of ten seconds behind, at most. */
const farBehindSeconds = 45;
/** How far behind the newest a jump goes: what is newer may not be loaded in time. */
const marginSeconds = 6;

export interface LiveEdgeProps {
  readonly film: FilmPort | undefined;
  readonly sync: PlayerSync | undefined;
  readonly behindLive: number | undefined;
}

/** Offers to go on where a live stream is now, to a person who is far behind it. [SY63] */
export function LiveEdge({ film, sync, behindLive = 0 }: LiveEdgeProps) {
  const { t } = useTranslation('playback');
  if (film === undefined || behindLive < farBehindSeconds) return null;
  const jump = () => {
    const newest = windowOf(film)?.end;
    if (newest !== undefined) film.currentTime = Math.max(0, newest - marginSeconds);
    // Where the others are is known better.
    sync?.catchUp();
  };
  return (
    <div className="pointer-events-auto flex max-w-full items-center gap-3 rounded-full border border-border bg-surface/95 py-1 ps-4 pe-1 text-sm shadow-raised">
      {/* The figure changes all the time, so it is no live region. */}
      <span className="tabular-nums">{t('sync.behind', { seconds: Math.round(behindLive) })}</span>
      <Button kind="primary" icon={<FastForward size={16} aria-hidden="true" />} onClick={jump}>
        {t('jumpToLive')}
      </Button>
    </div>
  );
}
