import { FastForward } from 'lucide-react';
import type { RoomConnection } from '../../../../../client/room/room.ts';
import { useTranslation } from '../../../../../texts/use-translation.ts';
import { Button } from '../../../../../ui/buttons/button.tsx';
import type { LivePlace } from '../../../streams/streams.port.ts';
import { formatTime } from '../../format-time.port.ts';
import type { PlaybackCommands } from '../../input/use-commands.ts';
import { usePlaybackState } from '../../playback.port.ts';
import { expectedPosition } from '../../sync/room-motion.ts';
import type { VideoPlace } from '../../use-video.ts';
import { Scrubber } from './scrubber.tsx';

/** What is about to go from the disk does not load in time, so the line begins this far after it, in seconds. */
const marginSeconds = 6;

export interface PastLineProps extends Pick<VideoPlace, 'position' | 'bufferedEnd'> {
  readonly room: RoomConnection;
  readonly past: NonNullable<LivePlace['past']>;
  readonly mayControl: boolean;
  readonly commands: PlaybackCommands;
}

/** The line of a live stream that the room can go back in, and the way back to its newest. [SY93] */
export function PastLine({ room, past, position, bufferedEnd, mayControl, commands }: PastLineProps) {
  const { t } = useTranslation('playback');
  const state = usePlaybackState(room);
  const newest = Math.max(0, (room.clock.now() - past.startedAtMs) / 1_000);
  const start = Math.max(0, newest - past.seconds + marginSeconds);
  const isBehind = state?.live_from_ms === past.startedAtMs;
  const place = isBehind ? expectedPosition(state, room.clock.now()) : newest;
  const length = Math.max(0, newest - start);
  const shown = Math.min(length, Math.max(0, place - start));
  return (
    <>
      {isBehind && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pb-1 text-sm">
          {/* Not a live region, because the figure changes all the time. */}
          <span className="tabular-nums">{t('past.behind', { time: formatTime(newest - place) })}</span>
          {mayControl && (
            <Button kind="primary" icon={<FastForward size={16} aria-hidden="true" />} onClick={commands.goLive}>
              {t('past.goLive')}
            </Button>
          )}
        </div>
      )}
      <Scrubber
        label={t('livePosition')}
        nameOf={(seconds) => `−${formatTime(length - seconds)}`}
        position={shown}
        duration={length}
        bufferedEnd={isBehind ? Math.min(length, shown + Math.max(0, bufferedEnd - position)) : length}
        chapters={[]}
        preview={undefined}
        isLocked={!mayControl}
        onSeek={(seconds) => commands.seekTo(start + seconds)}
      />
    </>
  );
}
