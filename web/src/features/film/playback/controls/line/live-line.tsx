import { useTranslation } from '../../../../../texts/use-translation.ts';
import { formatTime } from '../../format-time.port.ts';
import type { LiveWindow, VideoPlace } from '../../use-video.ts';
import { Scrubber } from './scrubber.tsx';

/**
 * A jump stays this far from both ends, in seconds: newer parts may not load in time, and the oldest ones may go before
 * they have loaded, after which players jump to the newest.
 */
const marginSeconds = 6;

export interface LiveLineProps extends Pick<VideoPlace, 'position' | 'bufferedEnd'> {
  readonly window: LiveWindow;
  /** Called with a place on the player's own timeline, in seconds. */
  readonly onJump: (seconds: number) => void;
}

/**
 * The line of the part of a live stream that can still be watched. Each person goes back alone, whether or not they
 * have the remote. [SY67]
 */
export function LiveLine({ window: { start, end }, position, bufferedEnd, onJump }: LiveLineProps) {
  const { t } = useTranslation('playback');
  const length = Math.max(0, end - start);
  return (
    <Scrubber
      label={t('livePosition')}
      nameOf={(seconds) => `−${formatTime(length - seconds)}`}
      position={Math.min(length, Math.max(0, position - start))}
      duration={length}
      bufferedEnd={Math.max(0, bufferedEnd - start)}
      chapters={[]}
      preview={undefined}
      isLocked={false}
      onSeek={(seconds) => {
        const margin = Math.min(marginSeconds, length / 2);
        onJump(start + Math.max(margin, Math.min(seconds, length - margin)));
      }}
    />
  );
}
