/** The Player SDK of Vimeo (developer.vimeo.com/player/sdk). */
import type { PlaybackProblem } from '../../source/problem.ts';
import {
  type EmbedSite,
  loadScript,
  type SiteFacts,
  type SitePlayer,
  type SitePlayerParts,
  showFrame,
} from '../site-player.ts';

const script = 'https://player.vimeo.com/api/player.js';
const origin = 'https://player.vimeo.com';

/** Speeds from the lowest to the highest that Vimeo accepts. Owners of videos can switch them off. */
const rates = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** The data of Vimeo's events. */
interface VimeoNews {
  readonly seconds?: number;
  readonly duration?: number;
  readonly volume?: number;
  readonly muted?: boolean;
  /** For an error: its kind, and the method that failed. */
  readonly name?: string;
  readonly method?: string;
}
/** The used part of `Vimeo.Player`. */
interface VimeoPlayer {
  ready(): Promise<void>;
  play(): Promise<void>;
  pause(): Promise<void>;
  setCurrentTime(seconds: number): Promise<number>;
  setPlaybackRate(rate: number): Promise<number>;
  setVolume(volume: number): Promise<number>;
  setMuted(isMuted: boolean): Promise<boolean>;
  getDuration(): Promise<number>;
  getVolume(): Promise<number>;
  getMuted(): Promise<boolean>;
  on(event: string, listener: (news: VimeoNews) => void): void;
}
interface VimeoApi {
  readonly Player: new (frame: HTMLIFrameElement) => VimeoPlayer;
}

export const site: EmbedSite = { player: 'vimeo', name: 'Vimeo', start };

/** Errors with a problem of their own. All others mean that the player gave up. */
const problems: Readonly<Record<string, PlaybackProblem>> = {
  NotFoundError: 'not_found',
  PasswordError: 'forbidden',
  PrivacyError: 'embed_refused',
};

/** Plays a video of Vimeo with Vimeo's own player. [SY56] */
function start({ frame, embed, onReady, onProblem, onBlocked }: SitePlayerParts): void {
  const window: SitePlayerParts['frame'] & { Vimeo?: VimeoApi } = frame;
  const [number = '', hash] = embed.id.split('/');
  // `dnt`: the player keeps no record of its viewer.
  const query = new URLSearchParams({ dnt: '1', playsinline: '1', autopause: '0', ...(hash ? { h: hash } : {}) });
  const tell = ({ name = '' }: { readonly name?: string }) => onProblem(problems[name] ?? 'embed_failed');
  const begin = () => {
    if (window.Vimeo === undefined) return onProblem('embed_failed');
    const player = new window.Vimeo.Player(showFrame(frame, `${origin}/video/${encodeURIComponent(number)}?${query}`));
    player.on('error', (news) => {
      if (news.method === 'play' && news.name === 'NotAllowedError') onBlocked();
      else if (problems[news.name ?? ''] !== undefined) tell(news);
    });
    const ready = player.ready().then(async () => {
      const [duration, volume, isMuted] = await Promise.all([
        player.getDuration(),
        player.getVolume(),
        player.getMuted(),
      ]);
      onReady(driverOf(player, { state: 'unstarted', position: 0, duration, volume, isMuted, rates }, onBlocked));
    });
    ready.catch(tell);
  };
  loadScript(frame, script, begin, () => onProblem('embed_failed'));
}

/** Vimeo answers with promises and reports through events. `read` gives the last reported values. */
function driverOf(player: VimeoPlayer, first: SiteFacts, onBlocked: () => void): SitePlayer {
  let facts = first;
  const now = (more: Partial<SiteFacts>) => {
    facts = { ...facts, ...more };
  };
  const at = ({ seconds = facts.position, duration = facts.duration }: VimeoNews) => ({ position: seconds, duration });
  const states = { playing: 'playing', pause: 'paused', ended: 'ended' } as const;
  for (const [event, state] of Object.entries(states)) player.on(event, (news) => now({ state, ...at(news) }));
  player.on('timeupdate', (news) => now(at(news)));
  player.on('seeked', (news) => now(at(news)));
  player.on('durationchange', (news) => now(at(news)));
  player.on('bufferstart', () => facts.state === 'playing' && now({ state: 'loading' }));
  player.on('bufferend', () => facts.state === 'loading' && now({ state: 'playing' }));
  player.on('volumechange', ({ volume = facts.volume, muted = facts.isMuted }) => now({ volume, isMuted: muted }));
  // The event `error` reports these failures as well.
  const quietly = (work: Promise<unknown>) => void work.catch(() => {});
  return {
    read: () => facts,
    play: () => void player.play().catch(({ name }: Error) => name === 'NotAllowedError' && onBlocked()),
    pause: () => quietly(player.pause()),
    seek: (seconds) => quietly(player.setCurrentTime(seconds)),
    // If the owner switched speeds off, there is only one.
    setRate: (rate) => void player.setPlaybackRate(rate).catch(() => now({ rates: [1] })),
    setVolume: (volume) => quietly(player.setVolume(volume)),
    setMuted: (isMuted) => quietly(player.setMuted(isMuted)),
    destroy: () => {},
  };
}
