import { Hand, Maximize, Minimize, Pause, PictureInPicture2, Play, RotateCcw, RotateCw } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense } from 'react';
import { useStore } from '../../../../client/room/hooks.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import type { Store } from '../../../../client/store.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { lazily, soon } from '../../../../ui/lazily.tsx';
import { useAskForRemote } from '../../../people/members/remote.port.ts';
import { formatTime } from '../format-time.port.ts';
import type { PlaybackCommands } from '../input/use-commands.ts';
import type { FullScreen } from '../input/use-full-screen.ts';
import { usePlayback, usePlaybackState } from '../playback.port.ts';
import { PlayerButton } from '../player-button.tsx';
import type { Subtitles } from '../subtitles/subtitle-choice.ts';
import type { FilmPort } from '../sync/media-port.ts';
import type { SyncStatus } from '../sync/status.ts';
import type { PlayerHandle } from '../use-player.ts';
import { usePlace, type VideoFacts, type VideoPlace } from '../use-video.ts';
import { ChatMenu } from './chat-menu.tsx';
import { usePreview } from './line/preview.ts';
import { Scrubber } from './line/scrubber.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import { SyncChip } from './sync-chip.tsx';
import { Volume } from './volume.tsx';

const FilmReactions = soon(() =>
  import('../../film-reactions/film-reactions.tsx').then((module) => module.FilmReactions),
);

const ReadyButton = soon(() => import('../../ready-checks/ready-button.tsx').then((module) => module.ReadyButton));

const SkipVoteButton = soon(() =>
  import('../../skip-votes/skip-vote-button.tsx').then((module) => module.SkipVoteButton),
);

const LiveLine = lazily(() => import('./line/live-line.tsx').then((module) => module.LiveLine));
const PastLine = lazily(() => import('./line/past-line.tsx').then((module) => module.PastLine));

export interface ControlsProps {
  readonly room: RoomConnection;
  readonly player: PlayerHandle;
  readonly status: SyncStatus | undefined;
  readonly facts: VideoFacts;
  readonly place: Store<VideoPlace>;
  readonly commands: PlaybackCommands;
  readonly mayControl: boolean;
  readonly isPlaying: boolean;
  readonly fullScreen: FullScreen;
  readonly subtitles: Subtitles;
  readonly toggleMute: () => void;
  readonly video: RefObject<HTMLVideoElement | null>;
  /** The player that gives the sound now. */
  readonly heard: () => FilmPort | undefined;
  readonly isHidden: boolean;
}

/**
 * The bar at the lower edge of the film. A person who may not control playback sees its state there. Sound, subtitles
 * and full screen work for everybody.
 */
export function Controls(props: ControlsProps) {
  const { room, player, status, facts, place, mayControl, fullScreen } = props;
  const { t } = useTranslation('playback');
  const state = usePlaybackState(room);
  const duration = facts.duration || (state?.duration_seconds ?? 0);
  return (
    <div
      className={classNames(
        'px-2 pb-[max(0.25rem,env(safe-area-inset-bottom))] sm:px-3',
        // Sites do not want anything in front of their players.
        !player.embed &&
          'absolute inset-x-0 bottom-0 bg-linear-to-t from-black/85 to-transparent pt-12 transition-opacity duration-200',
        props.isHidden && 'pointer-events-none opacity-0 focus-within:pointer-events-auto focus-within:opacity-100',
      )}
    >
      <PlaceLine key={props.player.mediaId} {...props} duration={duration} />
      <div className="flex items-center gap-0.5 @max-[22rem]:gap-0">
        {mayControl ? <ControlButtons {...props} /> : <AskButton />}
        <Suspense>
          <SkipVoteButton />
        </Suspense>
        <Volume heard={props.heard} facts={facts} onToggleMute={props.toggleMute} />
        <div className="flex px-2 text-sm whitespace-nowrap @max-[26rem]:px-1 @max-[34rem]:flex-col @max-[34rem]:text-xs @min-[34rem]:gap-3">
          {!mayControl && (
            <span className="text-muted @max-[26rem]:sr-only">{t(props.isPlaying ? 'playing' : 'paused')}</span>
          )}
          <span className="tabular-nums">
            <Time place={place} />
            {duration > 0 && <span className="text-muted @max-[26rem]:block"> / {formatTime(duration)}</span>}
          </span>
        </div>
        <span className="min-w-0 flex-1" />
        <SyncChip
          {...{ room, status }}
          isPlaying={props.isPlaying && player.livePlace?.isOnAir !== false}
          place={place}
        />
        <Suspense>
          <FilmReactions room={room} mayFly={!player.embed} />
        </Suspense>
        <SettingsMenu {...props} />
        {fullScreen.isOn && <ChatMenu />}
        {!player.embed && <PictureInPicture video={props.video} label={t('pictureInPicture')} />}
        <PlayerButton
          label={t(fullScreen.isOn ? 'leaveFullScreen' : 'fullScreen')}
          keys="F"
          align="end"
          icon={fullScreen.isOn ? <Minimize size={20} aria-hidden="true" /> : <Maximize size={20} aria-hidden="true" />}
          onClick={fullScreen.toggle}
        />
      </div>
    </div>
  );
}

function Time({ place }: Pick<ControlsProps, 'place'>): ReactNode {
  return usePlace(place, ({ position }) => formatTime(position));
}

/** The line of the film, or of the part of a live stream that can still be watched. */
function PlaceLine({ room, player, place, commands, mayControl, duration }: ControlsProps & { duration: number }) {
  const { position, bufferedEnd, window } = useStore(place);
  const chapters = usePlayback(room)?.chapters ?? [];
  const preview = usePreview(room);
  const { sync, livePlace } = player;
  if (livePlace?.past)
    return (
      <Suspense fallback={<div className="h-6" />}>
        <PastLine {...{ room, position, bufferedEnd, mayControl, commands }} past={livePlace.past} />
      </Suspense>
    );
  if (sync && window)
    return (
      <Suspense fallback={<div className="h-6" />}>
        <LiveLine {...{ window, position, bufferedEnd }} onJump={sync.jump} />
      </Suspense>
    );
  return (
    <Scrubber
      isLocked={!mayControl}
      onSeek={commands.seekTo}
      {...{ position, bufferedEnd, duration, chapters, preview }}
    />
  );
}

function ControlButtons({ commands, isPlaying }: ControlsProps): ReactNode {
  const { t } = useTranslation('playback');
  return (
    <>
      <PlayerButton
        label={t(isPlaying ? 'pause' : 'play')}
        keys={t('keys.space')}
        align="start"
        icon={
          isPlaying ? (
            <Pause size={22} aria-hidden="true" fill="currentColor" />
          ) : (
            <Play size={22} aria-hidden="true" fill="currentColor" />
          )
        }
        onClick={commands.togglePlay}
      />
      <PlayerButton
        label={t('back')}
        keys="J"
        icon={<RotateCcw size={19} aria-hidden="true" />}
        onClick={() => commands.seekBy(-10)}
        className="@max-[28rem]:hidden"
      />
      <PlayerButton
        label={t('forward')}
        keys="L"
        icon={<RotateCw size={19} aria-hidden="true" />}
        onClick={() => commands.seekBy(10)}
        className="@max-[28rem]:hidden"
      />
      <Suspense>
        <ReadyButton />
      </Suspense>
    </>
  );
}

/** Takes the place of the control buttons. */
function AskButton(): ReactNode {
  const { t } = useTranslation('playback');
  const ask = useAskForRemote();
  if (!ask) return null;
  return (
    <PlayerButton label={t('askForRemote')} align="start" icon={<Hand size={20} aria-hidden="true" />} onClick={ask} />
  );
}

function PictureInPicture({
  video,
  label,
}: {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly label: string;
}): ReactNode {
  if (!document.pictureInPictureEnabled) return null;
  const toggle = () => {
    if (document.pictureInPictureElement) void document.exitPictureInPicture();
    else video.current?.requestPictureInPicture().catch(() => undefined);
  };
  return (
    <PlayerButton
      label={label}
      align="end"
      icon={<PictureInPicture2 size={20} aria-hidden="true" />}
      onClick={toggle}
      className="@max-[34rem]:hidden"
    />
  );
}
