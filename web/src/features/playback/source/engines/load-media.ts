import type { PlaybackMedia } from '@matinee/contract/gen/api.ts';
import { makeStore, type Store } from '../../../../client/store.ts';
import type { ExchangeOffer } from '../../../swarms/exchange.port.ts';
import type { LiveFacts } from '../../sync/live-place.ts';
import type { PlaybackProblem } from '../problem.ts';
import { type Engine, noTracks, type StartEngine, startLater, type Tracks } from './engine.ts';
import { startNative } from './native.ts';

/** Ways in which this app plays media: the browser's own player, hls.js, shaka-player or mpegts.js. */
export type EngineKind = 'native' | 'hls' | 'dash' | 'flv';

/** Chooses what plays `format`. On devices without media source extensions (iPhones) the browser plays HLS itself, and nothing plays DASH and FLV. [SY30] */
export function engineFor(format: PlaybackMedia['format'], hasMediaSource: boolean): EngineKind | undefined {
  if (format === 'file') return 'native';
  if (format === 'hls') return hasMediaSource ? 'hls' : 'native';
  if (format === 'dash' || format === 'flv') return hasMediaSource ? format : undefined;
  return undefined;
}

/** The formats that this browser plays here. */
export function playableFormats(): readonly PlaybackMedia['format'][] {
  return (['file', 'hls', 'dash', 'flv'] as const).filter((format) => engineFor(format, hasMediaSource()));
}

/** The addresses that can be played, in the server's order. */
export function playableUrls(urls: readonly PlaybackMedia[]): readonly PlaybackMedia[] {
  return urls.filter((url) => engineFor(url.format, hasMediaSource()) !== undefined);
}

/** The code of an engine is fetched only when an item needs it. */
const start: Readonly<Record<EngineKind, StartEngine>> = {
  native: startNative,
  hls: (parts) => startLater(() => loadHls(parts.exchange?.ready), parts),
  dash: (parts) => startLater(() => import('./dash.ts').then((module) => module.startDash), parts),
  flv: (parts) => startLater(() => import('./flv.ts').then((module) => module.startFlv), parts),
};

/** What exchanges segments is given a moment more than hls.js takes, in milliseconds. */
const exchangeMs = 150;

async function loadHls(exchange: Promise<void> | undefined): Promise<StartEngine> {
  const { startHls } = await import('./hls.ts');
  if (exchange) await Promise.race([exchange, new Promise((resolve) => setTimeout(resolve, exchangeMs))]);
  return startHls;
}

/** An item that is loaded into a video or audio element. */
export interface LoadedMedia {
  readonly tracks: Store<Tracks>;
  limitHeight(height: number | undefined): void;
  chooseAudio(id: string): void;
  /** What is known of a live stream; undefined: it is none, or nobody tells. */
  live(): LiveFacts | undefined;
  stop(): void;
}

export interface LoadParts {
  readonly media: HTMLMediaElement;
  /** Tried one after the other. */
  readonly urls: readonly PlaybackMedia[];
  readonly isLive: boolean;
  /** True: single pictures of it are wanted. */
  readonly isSparing?: boolean;
  /** Gives the address that serves now in the place of one whose signature may have ended. */
  readonly renew: (url: PlaybackMedia) => Promise<string>;
  /** How an address is exchanged with others; absent: nothing is. */
  readonly exchange?: (url: PlaybackMedia) => ExchangeOffer | undefined;
  /** Called once, when none works. */
  readonly onProblem: (problem: PlaybackProblem) => void;
}

/** An address that ends again within this time, in milliseconds, is not renewed once more. */
const renewEveryMs = 60_000;

/** How an address answers that has ended: one of ours says so, one of another site is refused or gone. */
const mayHaveEnded: ReadonlySet<PlaybackProblem> = new Set(['expired', 'forbidden', 'not_found']);

/** Loads the first of `urls` that works. [SY29] [SY47] */
export function loadMedia({
  media,
  urls,
  isLive,
  isSparing = false,
  renew,
  exchange,
  onProblem,
}: LoadParts): LoadedMedia {
  const tracks = makeStore(noTracks);
  const [...left] = playableUrls(urls);
  let engine: Engine | undefined;
  let isStopped = false;
  let height: number | undefined;
  let renewedMs = Number.NEGATIVE_INFINITY;

  function load(source: PlaybackMedia, url: string): void {
    engine?.stop();
    let isOver = false;
    const fail = (problem: PlaybackProblem) => {
      if (isOver || isStopped) return;
      isOver = true;
      void goOn(source, problem);
    };
    const made = start[engineFor(source.format, hasMediaSource()) ?? 'native']({
      media,
      url,
      isLive,
      isSparing,
      exchange: isLive ? undefined : exchange?.(source),
      onProblem: fail,
    });
    engine = made;
    made.limitHeight(height);
    made.tracks.subscribe(() => engine === made && tracks.set(made.tracks.get()));
    failOnKeys = () => fail('drm');
  }

  async function goOn(source: PlaybackMedia, problem: PlaybackProblem): Promise<void> {
    if (mayHaveEnded.has(problem) && performance.now() - renewedMs > renewEveryMs) {
      renewedMs = performance.now();
      const url = await renew(source).catch(() => undefined);
      if (isStopped) return;
      if (url !== undefined && (problem === 'expired' || url !== source.url)) return load(source, url);
    }
    const next = left.shift();
    if (next === undefined) onProblem(problem);
    else load(next, next.url);
  }

  /** A film with keys of a key system says so before anything is decoded. */
  let failOnKeys = () => {};
  const onEncrypted = () => failOnKeys();
  media.addEventListener('encrypted', onEncrypted);
  const first = left.shift();
  if (first) load(first, first.url);
  else onProblem(urls.length === 0 ? 'no_source' : 'format');
  return {
    tracks,
    limitHeight(wanted) {
      height = wanted;
      engine?.limitHeight(wanted);
    },
    chooseAudio: (id) => engine?.chooseAudio(id),
    live: () => engine?.live?.(),
    stop() {
      isStopped = true;
      media.removeEventListener('encrypted', onEncrypted);
      engine?.stop();
    },
  };
}

function hasMediaSource(): boolean {
  return 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
}
