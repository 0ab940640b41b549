import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { Hand, MonitorPlay, Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import { useMemo } from 'react';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { useAskForRemote } from '../../../people/members/remote.port.ts';
import { setChatOnly } from '../chat-only.ts';
import { Scrubber } from '../controls/line/scrubber.tsx';
import { formatTime } from '../format-time.port.ts';
import { type PlaybackCommands, usePlaybackCommands } from '../input/use-commands.ts';
import { isLiveSource, playbackState, usePlayback, usePlaybackState } from '../playback.port.ts';
import type { PlayerProps } from '../player.tsx';
import { PlayerButton } from '../player-button.tsx';
import { useRoomPosition } from '../room-position.port.ts';
import { expectedPosition } from '../sync/room-motion.ts';
import { useIdleReport } from './use-idle-report.ts';

/**
 * Takes the place of the film when the person watches it on another screen: shows the item, the remote if the person
 * has it, and the way back. [SY73]
 */
export function FilmRemote({ room, permissions }: PlayerProps) {
  const { t } = useTranslation('playback');
  const state = usePlaybackState(room);
  const playback = usePlayback(room);
  const commands = usePlaybackCommands(room, useExpected(room), permissions.has('control_playback_state'));
  const position = useRoomPosition(room);
  useIdleReport(room, state?.media_id);
  const mayControl = permissions.has('control_playback_state');
  const isLive = isLiveSource(playback) === true;
  const duration = state?.duration_seconds ?? 0;
  const isPlaying = state?.is_playing ?? false;
  return (
    <section
      aria-label={t('remote.label')}
      data-remote
      style={{ colorScheme: 'dark' }}
      // Lies above everything else that covers the film.
      className="relative z-20 flex size-full flex-col justify-center bg-black px-3 pt-2 pb-1 text-text"
    >
      <div className="flex min-w-0 items-center gap-3">
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate leading-tight font-semibold">
            {playback?.media && shownTitle(playback.media.name)}
          </p>
          <p className="truncate text-sm text-muted">{t('remote.text')}</p>
        </div>
        <Button icon={<MonitorPlay size={18} aria-hidden="true" />} onClick={() => setChatOnly(room.roomId, false)}>
          {t('remote.back')}
        </Button>
      </div>
      {!isLive && (
        <Scrubber
          // A search for a place ends with its item.
          key={playback?.media_id}
          {...{ position, duration }}
          bufferedEnd={0}
          chapters={playback?.chapters ?? []}
          preview={undefined}
          isLocked={!mayControl}
          onSeek={commands.seekTo}
        />
      )}
      <div className="flex items-center gap-0.5">
        {mayControl ? <Buttons {...{ commands, isPlaying, isLive }} /> : <Asking isPlaying={isPlaying} />}
        <span className="px-2 text-sm tabular-nums">
          {isLive ? t('sync.live') : formatTime(position)}
          {!isLive && duration > 0 && <span className="text-muted"> / {formatTime(duration)}</span>}
        </span>
      </div>
    </section>
  );
}

const filled = { size: 22, fill: 'currentColor', 'aria-hidden': true } as const;
const plain = { size: 19, 'aria-hidden': true } as const;

interface ButtonsProps {
  readonly commands: PlaybackCommands;
  readonly isPlaying: boolean;
  readonly isLive: boolean;
}

function Buttons({ commands, isPlaying, isLive }: ButtonsProps) {
  const { t } = useTranslation('playback');
  return (
    <>
      <PlayerButton
        label={t(isPlaying ? 'pause' : 'play')}
        align="start"
        icon={isPlaying ? <Pause {...filled} /> : <Play {...filled} />}
        onClick={commands.togglePlay}
      />
      {!isLive && (
        <>
          <PlayerButton label={t('back')} icon={<RotateCcw {...plain} />} onClick={() => commands.seekBy(-10)} />
          <PlayerButton label={t('forward')} icon={<RotateCw {...plain} />} onClick={() => commands.seekBy(10)} />
        </>
      )}
    </>
  );
}

/** Takes the place of the control buttons. */
function Asking({ isPlaying }: { readonly isPlaying: boolean }) {
  const { t } = useTranslation('playback');
  const ask = useAskForRemote();
  return (
    <>
      {ask && (
        <PlayerButton
          label={t('askForRemote')}
          align="start"
          icon={<Hand size={20} aria-hidden="true" />}
          onClick={ask}
        />
      )}
      <span className="px-2 text-sm text-muted">{t(isPlaying ? 'playing' : 'paused')}</span>
    </>
  );
}

/** The room's position, for jumps from there. There is no player to ask. */
function useExpected(room: RoomConnection) {
  return useMemo(
    () => ({
      expected() {
        const state = room.resources.store(playbackState).get();
        return state && expectedPosition(state, room.clock.now());
      },
    }),
    [room],
  );
}
