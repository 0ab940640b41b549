/** The Web SDK of Dailymotion (developers.dailymotion.com/reference/web-sdk-player-methods, web-sdk-player-states). */
import { type EmbedSite, loadScript, type SiteFacts, type SitePlayer, type SitePlayerParts } from '../site-player.ts';

const script = 'https://geo.dailymotion.com/libs/player.js';

/** How often the page asks for the player's state, in milliseconds. */
const askEveryMs = 200;

/** The used part of the player's state. */
interface DailymotionState {
  readonly videoTime?: number;
  readonly videoDuration?: number;
  readonly playerIsPlaying?: boolean;
  readonly playerIsBuffering?: boolean;
  readonly playerIsReplayScreen?: boolean;
  readonly playerIsPlaybackAllowed?: boolean;
  readonly playerVolume?: number;
  readonly playerIsMuted?: boolean;
  readonly adIsPlaying?: boolean;
}
interface DailymotionPlayer {
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  setVolume(volume: number): void;
  setMute(isMuted: boolean): void;
  getState(): Promise<DailymotionState>;
  on(event: string, listener: (state: DailymotionState) => void): void;
  destroy(): void;
}
interface DailymotionApi {
  createPlayer(element: string, options: object): Promise<DailymotionPlayer>;
  readonly events: Readonly<Record<'PLAYER_ERROR' | 'PLAYER_PLAYBACKPERMISSION', string>>;
}

export const site: EmbedSite = { player: 'dailymotion', name: 'Dailymotion', start };

/** Plays a video of Dailymotion with Dailymotion's own player. [SY56] */
function start({ frame, embed, onReady, onProblem, onBlocked }: SitePlayerParts): void {
  const window: SitePlayerParts['frame'] & { dailymotion?: DailymotionApi } = frame;
  const fail = () => onProblem('embed_failed');
  const begin = async () => {
    if (window.dailymotion === undefined) return fail();
    const { createPlayer, events } = window.dailymotion;
    const player = await createPlayer('player', { video: embed.id });
    player.on(events.PLAYER_ERROR, fail);
    player.on(events.PLAYER_PLAYBACKPERMISSION, (state) => state.playerIsPlaybackAllowed === false && onBlocked());
    onReady(driverOf(player, frame, factsOf(await player.getState(), undefined)));
  };
  loadScript(frame, script, () => void begin().catch(fail), fail);
}

function driverOf(player: DailymotionPlayer, frame: Window, first: SiteFacts): SitePlayer {
  let facts = first;
  const ask = async () => {
    facts = factsOf(await player.getState(), facts);
  };
  const timer = frame.setInterval(() => void ask().catch(() => {}), askEveryMs);
  return {
    read: () => facts,
    play: () => player.play(),
    pause: () => player.pause(),
    seek: (seconds) => player.seek(seconds),
    setRate: () => {},
    setVolume: (volume) => player.setVolume(volume),
    setMuted: (isMuted) => player.setMute(isMuted),
    destroy() {
      frame.clearInterval(timer);
      player.destroy();
    },
  };
}

/** `before`: the facts until now. A player that has never played is not paused either. */
function factsOf(state: DailymotionState, before: SiteFacts | undefined): SiteFacts {
  const { videoTime = 0, videoDuration = 0, playerVolume = 1, playerIsMuted = false } = state;
  return {
    state: stateOf(state, before?.state ?? 'unstarted'),
    position: videoTime,
    duration: videoDuration,
    volume: playerVolume,
    isMuted: playerIsMuted,
    rates: [1],
  };
}

function stateOf(state: DailymotionState, before: SiteFacts['state']): SiteFacts['state'] {
  if (state.playerIsReplayScreen) return 'ended';
  // The film also waits during advertisements.
  if (state.playerIsBuffering || state.adIsPlaying) return 'loading';
  if (state.playerIsPlaying) return 'playing';
  return before === 'unstarted' ? 'unstarted' : 'paused';
}
