import type { Embed } from '@matinee/contract/gen/api.ts';
import type { PlaybackProblem } from '../source/problem.ts';

/** The state of another site's player, read again and again. */
export interface SiteFacts {
  readonly state: 'unstarted' | 'playing' | 'paused' | 'loading' | 'ended';
  /** Seconds. */
  readonly position: number;
  /** Seconds; 0: unknown; infinite: a live stream. */
  readonly duration: number;
  /** From 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  /** Speeds that the player offers. */
  readonly rates: readonly number[];
}

/** Another site's player, driven through its published API. */
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
  /** The document of `/embeds/…`. Only this document may load scripts of the site. */
  readonly frame: Window & typeof globalThis;
  readonly embed: Embed;
  readonly onReady: (player: SitePlayer) => void;
  readonly onProblem: (problem: PlaybackProblem) => void;
  /** Called when the browser allows playing only after a tap. */
  readonly onBlocked: () => void;
}

/**
 * A site whose player this app drives: the export `site` of its file in `sites`. The server decides what its document
 * may load (`transport/rest/site-policies.ts`).
 */
export interface EmbedSite {
  readonly player: Embed['player'];
  /** The name as the site writes it. */
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

/** Shows a player that the site serves at its own address. */
export function showFrame(frame: Window, src: string): HTMLIFrameElement {
  const player = frame.document.createElement('iframe');
  player.src = src;
  player.allow = 'autoplay; encrypted-media; picture-in-picture; fullscreen';
  player.style.cssText = 'border:0;width:100%;height:100%';
  frame.document.getElementById('player')?.replaceChildren(player);
  return player;
}

/** A player without a script must report that it is ready within this time, in milliseconds. */
export const readyLimitMs = 20_000;
