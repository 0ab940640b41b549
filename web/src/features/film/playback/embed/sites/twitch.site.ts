/**
 * The interactive embed of Twitch (dev.twitch.tv/docs/embed/video-and-clips). Clips have no API: each person plays them
 * alone.
 */
import {
  type EmbedSite,
  loadScript,
  type SiteFacts,
  type SitePlayer,
  type SitePlayerParts,
  showFrame,
} from '../site-player.ts';

const script = 'https://player.twitch.tv/js/embed/v1.js';

/** The used part of `Twitch.Player`. */
interface TwitchPlayer {
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  getCurrentTime(): number;
  getDuration(): number;
  getEnded(): boolean;
  isPaused(): boolean;
  getVolume(): number;
  setVolume(volume: number): void;
  getMuted(): boolean;
  setMuted(isMuted: boolean): void;
  addEventListener(event: string, listener: () => void): void;
}
interface TwitchApi {
  readonly Player: (new (
    element: string,
    options: object,
  ) => TwitchPlayer) &
    Readonly<Record<'READY' | 'PLAYING' | 'OFFLINE' | 'PLAYBACK_BLOCKED', string>>;
}

export const site: EmbedSite = { player: 'twitch', name: 'Twitch', start };

/** Plays a video or a channel of Twitch with Twitch's own player. [SY56] */
function start({ frame, embed, onReady, onProblem, onBlocked }: SitePlayerParts): void {
  const window: SitePlayerParts['frame'] & { Twitch?: TwitchApi } = frame;
  const parent = [location.hostname];
  if (embed.kind === 'clip') return showClip(frame, embed.id, parent);
  const begin = () => {
    if (window.Twitch === undefined) return onProblem('embed_failed');
    const { Player } = window.Twitch;
    const what = embed.kind === 'channel' ? { channel: embed.id } : { video: embed.id };
    const player = new Player('player', { ...what, parent, width: '100%', height: '100%', autoplay: false });
    let hasPlayed = false;
    player.addEventListener(Player.PLAYING, () => {
      hasPlayed = true;
    });
    player.addEventListener(Player.READY, () => onReady(driverOf(player, embed.kind === 'channel', () => hasPlayed)));
    player.addEventListener(Player.OFFLINE, () => onProblem('stream_offline'));
    player.addEventListener(Player.PLAYBACK_BLOCKED, onBlocked);
  };
  loadScript(frame, script, begin, () => onProblem('embed_failed'));
}

function driverOf(player: TwitchPlayer, isChannel: boolean, hasPlayed: () => boolean): SitePlayer {
  const stateNow = (): SiteFacts['state'] => {
    if (player.getEnded()) return 'ended';
    if (!player.isPaused()) return 'playing';
    return hasPlayed() ? 'paused' : 'unstarted';
  };
  return {
    read: () => ({
      state: stateNow(),
      position: player.getCurrentTime(),
      duration: isChannel ? Number.POSITIVE_INFINITY : player.getDuration(),
      volume: player.getVolume(),
      isMuted: player.getMuted(),
      rates: [1],
    }),
    play: () => player.play(),
    pause: () => player.pause(),
    seek: (seconds) => player.seek(seconds),
    setRate: () => {},
    setVolume: (volume) => player.setVolume(volume),
    setMuted: (isMuted) => player.setMuted(isMuted),
    destroy: () => {},
  };
}

function showClip(frame: Window, id: string, [parent = '']: readonly string[]): void {
  showFrame(frame, `https://clips.twitch.tv/embed?${new URLSearchParams({ clip: id, parent, autoplay: 'false' })}`);
}
