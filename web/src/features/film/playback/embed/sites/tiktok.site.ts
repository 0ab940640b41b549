/** The Embed Player of TikTok. Messages drive it (developers.tiktok.com/doc/embed-player). */
import {
  type EmbedSite,
  readyLimitMs,
  type SiteFacts,
  type SitePlayer,
  type SitePlayerParts,
  showFrame,
} from '../site-player.ts';

const origin = 'https://www.tiktok.com';

/** The player shows no controls, because the room's own are below it. Nothing plays by itself. */
const look = {
  controls: '0',
  autoplay: '0',
  loop: '0',
  rel: '0',
  music_info: '0',
  description: '0',
  native_context_menu: '0',
} as const;

/** Values of `onStateChange`. */
const states: Readonly<Record<number, SiteFacts['state']>> = { 0: 'ended', 1: 'playing', 2: 'paused', 3: 'loading' };

export const site: EmbedSite = { player: 'tiktok', name: 'TikTok', start };

/** Plays a video of TikTok with TikTok's own player. [SY56] */
function start({ frame, embed, onReady, onProblem }: SitePlayerParts): void {
  let facts: SiteFacts = { state: 'unstarted', position: 0, duration: 0, volume: 1, isMuted: false, rates: [1] };
  const limit = frame.setTimeout(() => onProblem('embed_failed'), readyLimitMs);
  const player = showFrame(frame, `${origin}/player/v1/${encodeURIComponent(embed.id)}?${new URLSearchParams(look)}`);
  const send = (type: string, value?: number) =>
    player.contentWindow?.postMessage({ type, value, 'x-tiktok-player': true }, origin);
  frame.addEventListener('message', ({ origin: from, data }: MessageEvent<unknown>) => {
    const message = from === origin ? readMessage(data) : undefined;
    if (message?.type === 'onError' || message?.type === 'onPlayerError') {
      frame.clearTimeout(limit);
      onProblem('embed_failed');
    } else if (message?.type === 'onPlayerReady') {
      frame.clearTimeout(limit);
      onReady(driverOf(() => facts, send));
    } else if (message !== undefined) facts = { ...facts, ...newsIn(message) };
  });
}

interface Message {
  readonly type: string;
  readonly value: unknown;
}

/** Any page can send messages. Accepts only messages with the mark and the form of the player's. */
function readMessage(data: unknown): Message | undefined {
  if (typeof data !== 'object' || data === null || !('x-tiktok-player' in data) || !('type' in data)) return undefined;
  const { type } = data;
  return typeof type === 'string' ? { type, value: 'value' in data ? data.value : undefined } : undefined;
}

function newsIn({ type, value }: Message): Partial<SiteFacts> {
  if (type === 'onStateChange') return { state: states[Number(value)] ?? 'unstarted' };
  if (type === 'onMute') return { isMuted: value === true };
  if (type === 'onVolumeChange' && typeof value === 'number') return { volume: Math.min(Math.max(value / 100, 0), 1) };
  if (type !== 'onCurrentTime' || typeof value !== 'object' || value === null) return {};
  const { currentTime, duration } = value as Readonly<Record<string, unknown>>;
  return {
    ...(typeof currentTime === 'number' ? { position: currentTime } : {}),
    ...(typeof duration === 'number' ? { duration } : {}),
  };
}

function driverOf(read: () => SiteFacts, send: (type: string, value?: number) => void): SitePlayer {
  return {
    read,
    play: () => send('play'),
    pause: () => send('pause'),
    seek: (seconds) => send('seekTo', seconds),
    setRate: () => {},
    // The player has no message for the volume, only for mute.
    setVolume: (volume) => send(volume === 0 ? 'mute' : 'unMute'),
    setMuted: (isMuted) => send(isMuted ? 'mute' : 'unMute'),
    destroy: () => {},
  };
}
