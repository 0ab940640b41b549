import type { Permission } from '@matinee/contract/gen/api.ts';
import { type ComponentProps, type RefObject, Suspense, useRef } from 'react';
import type { RoomConnection } from '../../../client/room/room.ts';
import { filmChat } from '../../../room/film-chat.ts';
import { useOffer } from '../../../room/room-offers.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { lazily, soon } from '../../../ui/lazily.tsx';
import { useStoredChoice } from '../../../ui/stored-choice.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';
import { danmakuShown, roomCommentsShown } from '../danmaku/choices.port.ts';
import { useOwnComments } from '../danmaku/own-comments.ts';
import { evenLoudness } from '../even-loudness/choice.ts';
import { useHasLiveComments } from '../live-comments/live-comments.port.ts';
import { useSeriesPlaying } from '../skipped-parts/use-series-playing.ts';
import { Controls, type ControlsProps } from './controls/controls.tsx';
import { type PlaceNow, usePlaybackCommands } from './input/use-commands.ts';
import { useFullScreen } from './input/use-full-screen.ts';
import { useIdle } from './input/use-idle.ts';
import { usePlayerInput } from './input/use-player-input.ts';
import { ActivityLine } from './overlay/activity-line.tsx';
import { Overlay } from './overlay/overlay.tsx';
import { pictureOf, useChosenInfo, usePlayback, usePlaybackState } from './playback.port.ts';
import { useSound } from './sound/use-sound.ts';
import { useSubtitles } from './subtitles/subtitle-choice.ts';
import { useDroppedFiles } from './subtitles/use-dropped-files.ts';
import { isRunning } from './sync/status.ts';
import { type EmbedHandle, type PlayerHandle, usePlayer } from './use-player.ts';
import { useVideo } from './use-video.ts';
import { useWakeLock } from './use-wake-lock.ts';

const WaitBanner = lazily(() => import('./overlay/wait-banner.tsx').then((module) => module.WaitBanner));
const CatchUp = soon(() => import('./overlay/catch-up.tsx').then((module) => module.CatchUp));
const LiveEdge = lazily(() => import('./overlay/live-edge.tsx').then((module) => module.LiveEdge));
const NoPicture = lazily(() => import('./overlay/no-picture.tsx').then((module) => module.NoPicture));
const NoSound = lazily(() => import('./overlay/no-picture.tsx').then((module) => module.NoSound));
const OnlyYou = lazily(() => import('./overlay/only-you.tsx').then((module) => module.OnlyYou));
const EmbedFilm = lazily(() => import('./embed/embed-film.tsx').then((module) => module.EmbedFilm));
const EvenFilm = lazily(() => import('../even-loudness/even-film.tsx').then((module) => module.EvenFilm));
const DanmakuLayer = lazily(() => import('../danmaku/danmaku-layer.tsx').then((module) => module.DanmakuLayer));
const ArrivingDanmaku = lazily(() => import('./overlay/arriving-danmaku.tsx').then((module) => module.ArrivingDanmaku));
const SubtitleView = whenLoaded(() => import('./subtitles/subtitle-view.tsx').then((module) => module.SubtitleView));

export interface PlayerProps {
  readonly room: RoomConnection;
  readonly permissions: ReadonlySet<Permission>;
}

/** The film, in step with the room, with its controls. Always dark: the film is the brightest thing on the page. */
export function Player({ room, permissions }: PlayerProps) {
  const { t } = useTranslation('playback');
  const area = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const state = usePlaybackState(room);
  const media = usePlayback(room)?.media;
  useSeriesPlaying(room);
  const player = usePlayer(video, room);
  const mayControl = permissions.has('control_playback_state');
  const sound = useSound(video, room, player);
  const { facts, place } = useVideo(player.film, sound.element);
  const commands = usePlaybackCommands(room, placeOf(player), mayControl);
  const subtitles = useSubtitles(room, player, place);
  const drop = useDroppedFiles(subtitles, player.mediaId);
  const isPlaying = state?.is_playing ?? false;
  const fullScreen = useFullScreen(isPlaying);
  const idle = useIdle(area);
  const isIdle = idle.isIdle && isPlaying && player.problem === undefined && player.embed === undefined;
  useWakeLock(isPlaying && sound.status !== undefined && isRunning(sound.status));
  const press = usePlayerInput({
    heard: sound.heard,
    state,
    poster: pictureOf(media)?.url,
    mayControl,
    commands,
    areControlsShown: !isIdle,
    ...{ toggleMute: sound.toggleMute, toggleFullScreen: fullScreen.toggle, hideControls: idle.rest },
  });

  const shared = { room, player, facts, place, commands, mayControl, isPlaying, fullScreen, video, ...sound };
  return (
    <Frame area={area} aria-label={t('player')} isIdle={isIdle} {...drop}>
      {/* <SubtitleView> draws the subtitles, so that people can choose their size. */}
      <video
        key={player.elementKey}
        ref={video}
        playsInline
        preload="auto"
        // A frame of the film would look like another place of it, and music shows its cover itself.
        poster={facts.isBlind ? undefined : media?.cover?.url}
        hidden={player.embed !== undefined}
        className="min-h-0 w-full flex-1 touch-manipulation bg-black object-contain"
        {...press}
      />
      <Even film={sound.element ?? player.film} renew={player.renew} />
      {player.embed && <SiteFilm key={`${player.mediaId}/${player.embed.attempt}`} {...player.embed} />}
      {!player.embed && <Danmaku room={room} film={player.film} mediaId={player.mediaId} />}
      {subtitles.chosen !== undefined && <SubtitleView {...shared} subtitles={subtitles} isRaised={!isIdle} />}
      <Overlay
        {...shared}
        onToggle={mayControl ? commands.togglePlay : undefined}
        onSeek={mayControl ? commands.seekTo : undefined}
        onPlayFrom={mayControl ? commands.playFrom : undefined}
      />
      <Announcements {...shared} isBelow={player.embed !== undefined} />
      {fullScreen.isOn && !player.embed && <FullScreenChat areControlsShown={!isIdle} />}
      <Controls {...shared} subtitles={subtitles} isHidden={isIdle} />
    </Frame>
  );
}

function placeOf({ sync, livePlace }: PlayerHandle): PlaceNow {
  return {
    expected: () => sync?.expected(),
    streamSeconds() {
      const shownMs = sync?.shownMs();
      return shownMs && livePlace?.past && Math.max(0, shownMs - livePlace.past.startedAtMs) / 1_000;
    },
  };
}

interface FrameProps extends ComponentProps<'section'> {
  readonly area: RefObject<HTMLElement | null>;
  readonly isIdle: boolean;
}

function Frame({ area, isIdle, ...others }: FrameProps) {
  return (
    <section
      ref={area}
      data-player
      style={{ colorScheme: 'dark', containerType: 'size' }}
      className={classNames(
        'relative flex size-full flex-col overflow-hidden bg-black text-text',
        isIdle && 'cursor-none',
      )}
      {...others}
    />
  );
}

/** False for sound that every browser plays. For other sound, the browser is asked. */
const isRare = (codec: string, container: string) =>
  !['aac', 'opus', 'vorbis', ...(container === 'mkv' ? [] : ['mp3', 'flac', 'pcm'])].includes(codec);

type AnnouncementsProps = Pick<
  ControlsProps,
  'room' | 'player' | 'status' | 'facts' | 'place' | 'isPlaying' | 'mayControl' | 'commands'
> & {
  /** True: below the film, not over it. */
  readonly isBelow: boolean;
};

/** Another site's player. Its code loads with the first such item. */
function SiteFilm({ what, setPort, fail }: EmbedHandle) {
  return (
    <div data-embed className="relative min-h-0 flex-1 @max-[34rem]:static">
      <Suspense>
        <EmbedFilm embed={what} onPort={setPort} onProblem={fail} />
      </Suspense>
    </div>
  );
}

/** Web Audio keeps the sound that it has taken once, so what makes it even stays too. [WEL1] */
function Even(props: ComponentProps<typeof EvenFilm>) {
  const isOn = useStoredChoice(evenLoudness) === 'on';
  const isUsed = useRef(false);
  isUsed.current ||= isOn;
  return <Suspense>{isUsed.current && <EvenFilm {...props} />}</Suspense>;
}

/** Comments over the film, if the item has any and the person wants them. */
function Danmaku({ room, film, mediaId }: Pick<PlayerProps, 'room'> & Pick<PlayerHandle, 'film' | 'mediaId'>) {
  const info = useChosenInfo(room);
  const isShown = useStoredChoice(danmakuShown) === 'on';
  const isLive = useHasLiveComments(room);
  const isOfRoom = useStoredChoice(roomCommentsShown) === 'on';
  const isArriving = isLive || isOfRoom;
  const opened = useOwnComments(mediaId);
  const own = opened?.isShown ? opened.comments : undefined;
  if (!isShown || !film || !info || (!isArriving && !own && info.danmakus.length === 0)) return null;
  const shared = { info, film, own };
  return (
    <Suspense>
      {isArriving ? <ArrivingDanmaku {...{ room, isLive, isOfRoom }} {...shared} /> : <DanmakuLayer {...shared} />}
    </Suspense>
  );
}

/** The announcements at the upper edge: whom the room waits for, how far this player is off, and who did what. */
function Announcements({
  room,
  player,
  status,
  facts,
  place,
  isPlaying,
  mayControl,
  commands,
  isBelow,
}: AnnouncementsProps) {
  const { t } = useTranslation('playback');
  const state = usePlaybackState(room);
  const isWaiting = state?.waiting !== undefined;
  const { tracks = [], container = '' } = usePlayback(room) ?? {};
  const hasRareSound = tracks.some(({ kind, codec }) => kind === 'audio' && isRare(codec, container));
  return (
    <div
      className={classNames(
        'pointer-events-none grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2',
        isBelow ? 'px-3 pt-1' : 'absolute inset-x-0 top-0 p-3',
      )}
    >
      {isWaiting && (
        <Suspense>
          <WaitBanner room={room} mayControl={mayControl} onStart={commands.stopWaiting} />
        </Suspense>
      )}
      {status?.isLive && (
        <Suspense>
          <LiveEdge film={player.film} sync={player.sync} place={place} />
        </Suspense>
      )}
      {player.media?.source && !player.media.source.direct_url && (
        <Suspense>
          <OnlyYou media={player.media} />
        </Suspense>
      )}
      {status?.isFixed && mayControl && (
        <p role="status" className="rounded-card bg-surface/95 px-4 py-2 text-sm text-balance">
          {t('noSeeking')}
        </p>
      )}
      <Suspense>
        <CatchUp status={status} isPlaying={isPlaying} onCatchUp={() => player.sync?.catchUp()} />
      </Suspense>
      {facts.isBlind && player.problem === undefined && (
        <Suspense>
          <NoPicture room={room} />
        </Suspense>
      )}
      {hasRareSound && player.problem === undefined && player.embed === undefined && (
        <Suspense>
          <NoSound room={room} />
        </Suspense>
      )}
      <ActivityLine room={room} onUndo={mayControl ? commands.seekTo : undefined} />
    </div>
  );
}

const Nothing = () => null;

/** The chat over the film, for people who want it there. */
function FullScreenChat({ areControlsShown }: { readonly areControlsShown: boolean }) {
  const OverFilm = useOffer('OverFilm', Nothing);
  if (useStoredChoice(filmChat) !== 'over') return null;
  return (
    <Suspense>
      <OverFilm areControlsShown={areControlsShown} />
    </Suspense>
  );
}
