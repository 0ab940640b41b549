import { FastForward } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { isFarOff, secondsOff } from '../controls/sync-standing.ts';
import type { SyncStatus } from '../sync/status.ts';
import { useLasting } from './use-lasting.ts';

/** The engine seeks at once when it can. If it did not, the person is asked after this many milliseconds. */
const patienceMs = 700;

export interface CatchUpProps {
  readonly status: SyncStatus | undefined;
  readonly isPlaying: boolean;
  readonly onCatchUp: () => void;
}

/**
 * Says how far this player is from the room, and offers to jump there. Stays visible while the controls are hidden.
 * [SY45]
 */
export function CatchUp({ status, isPlaying, onCatchUp }: CatchUpProps) {
  const { t, i18n } = useTranslation('playback');
  const isShown = useLasting(isPlaying && isFarOff(status), patienceMs);
  if (!isShown || status?.skewMs === undefined) return null;
  return (
    <div className="pointer-events-auto flex max-w-full items-center gap-3 rounded-full border border-border bg-surface/95 py-1 ps-4 pe-1 text-sm shadow-raised">
      {/* Not a live region, because the figure changes all the time. */}
      <span className="tabular-nums">
        {t(status.skewMs < 0 ? 'sync.behind' : 'sync.ahead', { seconds: secondsOff(status.skewMs, i18n.locale) })}
      </span>
      <Button kind="primary" icon={<FastForward size={16} aria-hidden="true" />} onClick={onCatchUp}>
        {t('catchUp')}
      </Button>
    </div>
  );
}
