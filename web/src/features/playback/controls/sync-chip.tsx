import { Activity, Check, CircleDashed } from 'lucide-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomConnection } from '../../../client/room/room.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { SyncStatus } from '../sync/status.ts';
import { Popup } from './popup.tsx';
import { standingOf } from './sync-standing.ts';

const load = () => import('./statistics.tsx');
const Statistics = lazy(() => load().then((module) => ({ default: module.Statistics })));

export interface SyncChipProps {
  readonly room: RoomConnection;
  readonly status: SyncStatus | undefined;
  readonly isPlaying: boolean;
  readonly onCatchUp: () => void;
}

/** Says in words whether this player is in step with the room. Its tooltip has the figures, a press opens the statistics. */
export function SyncChip({ room, status, isPlaying, onCatchUp }: SyncChipProps) {
  const { t } = useTranslation('playback');
  const standing = standingOf(status, isPlaying);
  if (standing === undefined) return null;
  const skew = status?.skewMs === undefined ? '–' : Math.abs(Math.round(status.skewMs));
  const uncertainty = Math.ceil(room.clock.uncertaintyMs ?? 0);
  const Icon = standing === 'inSync' ? Check : standing === 'catchingUp' ? Activity : CircleDashed;
  return (
    <span className="flex min-w-0 items-center gap-1">
      {status?.isLoose && (
        <button
          type="button"
          onClick={onCatchUp}
          className="min-h-11 rounded-full px-3 text-sm font-semibold whitespace-nowrap text-accent-text hover:bg-white/15"
        >
          {t('catchUp')}
        </button>
      )}
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
            <span className="truncate @max-[30rem]:sr-only">{t(`sync.${standing}`)}</span>
          </button>
        )}
      >
        <Statistics room={room} status={status} />
      </Popup>
    </span>
  );
}
