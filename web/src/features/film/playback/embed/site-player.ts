import type { Embed } from '@matinee/contract/gen/api.ts';
import type { PlaybackProblem } from '../source/problem.ts';

/** What the player of another site tells, read again and again. */
export interface SiteFacts {
  readonly state: 'unstarted' | 'playing' | 'paused' | 'loading' | 'ended';
  /** Seconds. */
  readonly position: number;
  /** Seconds; 0: not known; infinite: the stream is live. */
  readonly duration: number;
  /** From 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  /** Speeds that it can play at. */
  readonly rates: readonly number[];
}

/** The player of another site, as its published API lets us drive it. */
export interface SitePlayer {
  read(): SiteFacts;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  /** One of `rates`. */
  setRate(rate: number): void;
  setVolume(volume: number): void;
  setMuted(isMuted: boolean): void;
  destroy(): void;
}

export interface SitePlayerParts {
  /** The document of `/embeds/…`, the only one that may load scripts of the site. */
  readonly frame: Window & typeof globalThis;
  readonly embed: Embed;
  readonly onReady: (player: SitePlayer) => void;
  readonly onProblem: (problem: PlaybackProblem) => void;
  /** The browser lets it play only after a tap. */
  readonly onBlocked: () => void;
}

/**
 * A site whose player this app drives: the export `site` of its file in `sites`. What its document may load is said by the server
 * (`transport/rest/site-policies.ts`).
 */
export interface EmbedSite {
  readonly player: Embed['player'];
  /** As the site writes it. */
  readonly name: string;
  readonly start: (parts: SitePlayerParts) => void;
}

/** Loads the script of a site into the document of its frame. */
export function loadScript(frame: Window, src: string, onLoaded: () => void, onFailed: () => void): void {
  const script = frame.document.createElement('script');
  script.src = src;
  script.addEventListener('load', onLoaded);
  script.addEventListener('error', onFailed);
  frame.document.head.append(script);
}

/** Shows the player that a site has at an address of its own. */
export function showFrame(frame: Window, src: string): HTMLIFrameElement {
  const player = frame.document.createElement('iframe');
  player.src = src;
  player.allow = 'autoplay; encrypted-media; picture-in-picture; fullscreen';
  player.style.cssText = 'border:0;width:100%;height:100%';
  frame.document.getElementById('player')?.replaceChildren(player);
  return player;
}

/** How long a player that comes without a script may take to say that it is there, in milliseconds. */
export const readyLimitMs = 20_000;
