/** The IFrame Player API of YouTube (developers.google.com/youtube/iframe_api_reference). */
import type { PlaybackProblem } from '../../source/problem.ts';
import { type EmbedSite, loadScript, type SiteFacts, type SitePlayer, type SitePlayerParts } from '../site-player.ts';

const script = 'https://www.youtube.com/iframe_api';
/** This host sets no cookies before a person plays. */
const host = 'https://www.youtube-nocookie.com';

/** The used part of `YT.Player`. */
interface YoutubePlayer {
  playVideo(): void;
  pauseVideo(): void;
  seekTo(seconds: number, allowSeekAhead: boolean): void;
  getCurrentTime(): number;
  getDuration(): number;
  getPlayerState(): number;
  getAvailablePlaybackRates(): readonly number[];
  setPlaybackRate(rate: number): void;
  getVolume(): number;
  setVolume(volume: number): void;
  isMuted(): boolean;
  mute(): void;
  unMute(): void;
  destroy(): void;
}
interface YoutubeApi {
  readonly Player: new (element: string, options: object) => YoutubePlayer;
}
type YoutubeFrame = SitePlayerParts['frame'] & { YT?: YoutubeApi; onYouTubeIframeAPIReady?: () => void };

/** Values of `getPlayerState`. */
const states: Readonly<Record<number, SiteFacts['state']>> = { 0: 'ended', 1: 'playing', 2: 'paused', 3: 'loading' };

/**
 * Codes of `onError`: 2 wrong id, 100 removed or private, 101 and 150 the owner forbids embedding. 5 and 153 are faults
 * of the player.
 */
const problems: Readonly<Record<number, PlaybackProblem>> = {
  2: 'not_found',
  100: 'not_found',
  101: 'embed_refused',
  150: 'embed_refused',
};

export const site: EmbedSite = { player: 'youtube', name: 'YouTube', start };

/** Plays a video of YouTube with YouTube's own player. [SY56] */
function start({ frame, embed, onReady, onProblem, onBlocked }: SitePlayerParts): void {
  const window: YoutubeFrame = frame;
  window.onYouTubeIframeAPIReady = () => {
    if (window.YT === undefined) return onProblem('embed_failed');
    const player = new window.YT.Player('player', {
      host,
      width: '100%',
      height: '100%',
      videoId: embed.id,
      // The room's own controls are below the player.
      playerVars: { controls: 0, disablekb: 1, fs: 0, playsinline: 1, rel: 0, origin: location.origin },
      events: {
        onReady: () => onReady(driverOf(player)),
        onError: ({ data }: { readonly data: number }) => onProblem(problems[data] ?? 'embed_failed'),
        onAutoplayBlocked: onBlocked,
      },
    });
  };
  loadScript(
    frame,
    script,
    () => {},
    () => onProblem('embed_failed'),
  );
}

function driverOf(player: YoutubePlayer): SitePlayer {
  return {
    read: () => ({
      state: states[player.getPlayerState()] ?? 'unstarted',
      position: player.getCurrentTime(),
      duration: player.getDuration(),
      volume: player.getVolume() / 100,
      isMuted: player.isMuted(),
      rates: player.getAvailablePlaybackRates(),
    }),
    play: () => player.playVideo(),
    pause: () => player.pauseVideo(),
    seek: (seconds) => player.seekTo(seconds, true),
    setRate: (rate) => player.setPlaybackRate(rate),
    setVolume: (volume) => player.setVolume(Math.round(volume * 100)),
    setMuted: (isMuted) => (isMuted ? player.mute() : player.unMute()),
    destroy: () => player.destroy(),
  };
}
