import { Activity, Check, CircleDashed } from 'lucide-react';
import type { RoomConnection } from '../../../../client/room/room.ts';
import type { Store } from '../../../../client/store.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { Popup } from '../popup.port.tsx';
import type { SyncStatus } from '../sync/status.ts';
import { usePlace, type VideoPlace } from '../use-video.ts';
import { secondsOff, standingOf } from './sync-standing.ts';

const load = () => import('./statistics.tsx');
const Statistics = lazily(() => load().then((module) => module.Statistics));

export interface SyncChipProps {
  readonly room: RoomConnection;
  readonly status: SyncStatus | undefined;
  readonly isPlaying: boolean;
  readonly place: Store<VideoPlace>;
}

/**
 * Says in words whether this player is in step with the room. Its tooltip has the figures, a press opens the
 * statistics.
 */
export function SyncChip({ room, status, isPlaying, place }: SyncChipProps) {
  const { t, i18n } = useTranslation('playback');
  // Seconds behind the newest part of a live stream.
  const behindLive = usePlace(place, (now) => now.behindLive && Math.round(now.behindLive));
  const standing = standingOf(status, isPlaying);
  if (standing === undefined) return null;
  const delay = status?.liveDelaySeconds ?? behindLive;
  const skew = status?.skewMs === undefined ? '–' : Math.abs(Math.round(status.skewMs));
  const uncertainty = Math.ceil(room.clock.uncertaintyMs ?? 0);
  const Icon =
    standing === 'inSync' || standing === 'nearby' || standing === 'live'
      ? Check
      : standing === 'catchingUp'
        ? Activity
        : CircleDashed;
  return (
    <Popup
      label={t('statistics.title')}
      load={load}
      button={(props) => (
        <button
          type="button"
          {...props}
          title={t('sync.figures', { skew, uncertainty })}
          data-sync={standing}
          className={classNames(
            'flex min-h-11 min-w-0 items-center gap-1.5 rounded-full px-3 text-sm font-medium hover:bg-white/15',
            standing === 'inSync' ? 'text-good' : 'text-muted',
          )}
        >
          <Icon size={16} aria-hidden="true" className="shrink-0" />
          <span className="truncate @max-[30rem]:sr-only">
            {standing === 'live' && delay !== undefined
              ? t('sync.liveBehind', { seconds: delay })
              : t(`sync.${standing}`, { seconds: secondsOff(status?.skewMs ?? 0, i18n.locale) })}
          </span>
        </button>
      )}
    >
      <Statistics room={room} status={status} />
    </Popup>
  );
}
