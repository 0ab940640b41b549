import type { Permission } from '@matinee/contract/gen/api.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlaybackState, useStore } from '../../client/room/hooks.ts';
import type { RoomConnection } from '../../client/room/room.ts';
import { makeStore } from '../../client/store.ts';
import { classNames } from '../../ui/class-names.ts';
import { Controls } from './controls/controls.tsx';
import { changeVolume, useKeptVolume } from './controls/use-volume.ts';
import { usePlaybackCommands } from './input/use-commands.ts';
import { useFilmPress } from './input/use-film-press.ts';
import { useFullScreen } from './input/use-full-screen.ts';
import { useIdle } from './input/use-idle.ts';
import { useKeys } from './input/use-keys.ts';
import { useMediaKeys } from './input/use-media-keys.ts';
import { ActivityLine } from './overlay/activity-line.tsx';
import { Overlay } from './overlay/overlay.tsx';
import { type SubtitleChoice, Subtitles } from './overlay/subtitle-view.tsx';
import { WaitBanner } from './overlay/wait-banner.tsx';
import type { SyncStatus } from './sync/status.ts';
import { usePlayer } from './use-player.ts';
import { useVideo } from './use-video.ts';
import { useWakeLock } from './use-wake-lock.ts';

export interface PlayerProps {
  readonly roomId: string;
  readonly room: RoomConnection;
  readonly permissions: ReadonlySet<Permission>;
}

/** What stands in until the player is made. */
const noStatus = makeStore<SyncStatus | undefined>(undefined);

/** The film, in step with the room, with its controls. Always dark: the film is the brightest thing on the page. */
export function Player({ room, permissions }: PlayerProps) {
  const { t } = useTranslation('playback');
  const area = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const state = usePlaybackState(room);
  const player = usePlayer(video, room);
  const status = useStore<SyncStatus | undefined>(player.sync?.status ?? noStatus);
  const facts = useVideo(video);
  const commands = usePlaybackCommands(room, player.sync);
  const fullScreen = useFullScreen(area, video);
  const [subtitles, setSubtitles] = useState<SubtitleChoice>({ index: undefined, size: 'normal' });
  const mayControl = permissions.has('control_playback_state');
  const isPlaying = state?.is_playing ?? false;
  const idle = useIdle(area);
  const isIdle = idle.isIdle && isPlaying && player.problem === undefined;
  const press = useFilmPress({
    areControlsShown: !isIdle,
    togglePlay: mayControl ? commands.togglePlay : undefined,
    seekBy: mayControl ? commands.seekBy : undefined,
    toggleFullScreen: fullScreen.toggle,
    hideControls: idle.rest,
  });
  const toggleMute = () => {
    if (status?.refused === 'sound') player.sync?.allow();
    else if (video.current) video.current.muted = !video.current.muted;
  };
  useKeptVolume(video);
  useWakeLock(isPlaying && status?.phase === 'following');
  useMediaKeys(state?.media_name ?? '', isPlaying, mayControl, commands);
  useKeys({
    togglePlay: mayControl ? commands.togglePlay : undefined,
    seekBy: mayControl ? commands.seekBy : undefined,
    toggleMute,
    changeVolume: (step) => video.current && changeVolume(video.current, step),
    toggleFullScreen: fullScreen.toggle,
  });

  return (
    <section
      ref={area}
      aria-label={t('player')}
      data-player
      style={{ colorScheme: 'dark', containerType: 'size' }}
      className={classNames('relative size-full overflow-hidden bg-black text-text', isIdle && 'cursor-none')}
    >
      {/* Subtitles are drawn by <Subtitles>, so that their size can be chosen. */}
      <video
        ref={video}
        playsInline
        preload="auto"
        className="size-full touch-manipulation bg-black object-contain"
        {...press}
      />
      <Subtitles
        room={room}
        choice={subtitles}
        position={facts.position}
        isRaised={!isIdle}
        onFailed={() => setSubtitles({ ...subtitles, index: undefined })}
      />
      <Overlay player={player} status={status} facts={facts} isPlaying={isPlaying} />
      <div className="pointer-events-none absolute inset-x-0 top-0 grid justify-items-center gap-2 p-3">
        <WaitBanner room={room} mayControl={mayControl} onStart={commands.stopWaiting} />
        <ActivityLine room={room} onUndo={mayControl ? commands.seekTo : undefined} />
      </div>
      <Controls
        {...{
          room,
          player,
          status,
          facts,
          commands,
          mayControl,
          isPlaying,
          fullScreen,
          subtitles,
          setSubtitles,
          toggleMute,
          video,
        }}
        isHidden={isIdle}
      />
    </section>
  );
}
