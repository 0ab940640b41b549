import type { PlaybackMedia } from '@matinee/contract/gen/api.ts';
import type { Cue } from '@matinee/subtitles/cue.ts';
import { makeStore, type Store } from '../../../../../client/store.ts';
import type { ExchangeOffer } from '../../../swarms/exchange.ts';
import type { LiveFacts } from '../../sync/live-place.ts';
import type { PlaybackProblem } from '../problem.ts';
import {
  type Engine,
  type EngineParts,
  noTracks,
  type Remuxing,
  type StartEngine,
  startLater,
  type Tracks,
} from './engine.ts';
import { startNative } from './native.ts';

/** Ways in which this app plays media: the browser's own player or WebRTC, hls.js, shaka-player, mpegts.js, mediabunny. */
export type EngineKind = 'native' | 'hls' | 'dash' | 'flv' | 'whep' | 'remux';

/**
 * Chooses the player for `format`. On devices without media source extensions (iPhones) the browser plays HLS itself,
 * and nothing plays DASH and FLV. [SY30]
 */
export function engineFor(format: PlaybackMedia['format'], hasMediaSource: boolean): EngineKind | undefined {
  if (format === 'file') return 'native';
  if (format === 'hls') return hasMediaSource ? 'hls' : 'native';
  if (format === 'dash' || format === 'flv') return hasMediaSource ? format : undefined;
  if (format === 'whep') return 'RTCPeerConnection' in globalThis ? format : undefined;
  return undefined;
}

/** The formats that this page can play in this browser. */
export function playableFormats(): readonly PlaybackMedia['format'][] {
  return (['file', 'hls', 'dash', 'flv', 'whep'] as const).filter((format) => engineFor(format, hasMediaSource()));
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
  whep: (parts) => startLater(() => import('./whep.ts').then((module) => module.startWhep), parts),
  remux: (parts) => startLater(() => import('../remux/remux.ts').then((module) => module.startRemux), parts),
};

/** After hls.js has loaded, the code that exchanges segments gets this much more time, in milliseconds. */
const exchangeMs = 150;

async function loadHls(exchange: Promise<void> | undefined): Promise<StartEngine> {
  const { startHls } = await import('./hls.ts');
  if (exchange) await Promise.race([exchange, new Promise((resolve) => setTimeout(resolve, exchangeMs))]);
  return startHls;
}

/** Elements that a stopped engine has not released yet. Until then it would undo what the next engine sets. */
const leaving = new WeakMap<HTMLMediaElement, Promise<unknown>>();

function stopEngine(engine: Engine | undefined, media: HTMLMediaElement): void {
  const left = engine?.stop();
  if (left === undefined) return;
  const allLeft: Promise<unknown> = Promise.allSettled([leaving.get(media), left]).then(() => {
    if (leaving.get(media) === allLeft) leaving.delete(media);
  });
  leaving.set(media, allLeft);
}

function startEngine(kind: EngineKind, parts: EngineParts): Engine {
  const left = leaving.get(parts.media);
  return left ? startLater(() => left.then(() => start[kind]), parts) : start[kind](parts);
}

/** An item loaded into a video or audio element. */
export interface LoadedMedia {
  readonly tracks: Store<Tracks>;
  limitHeight(height: number | undefined): void;
  chooseAudio(id: string): void;
  /** Shows the subtitles of a track of the film; undefined: none. */
  chooseText(id: string | undefined): void;
  /** The loaded cues of the chosen subtitles. */
  readonly cues: Store<readonly Cue[]>;
  /** Whether the item is a live stream; undefined: not known yet. */
  isLive(): boolean | undefined;
  /** The facts of a live stream; undefined: the item is not live, or they are unknown. */
  live(): LiveFacts | undefined;
  /** The address that is loaded, or was tried last; undefined: none could be tried. */
  readonly source: LoadedSource | undefined;
  stop(): void;
}

/** What plays an address, and whether its segments may come from peers. */
export interface LoadedSource {
  readonly media: PlaybackMedia;
  readonly engine: EngineKind;
  readonly isExchanged: boolean;
}

/** The addresses of media whose signatures end after a while. */
export interface Addresses {
  /** The address of `media` that is valid now. */
  readonly current: (media: PlaybackMedia) => string;
  /** Asks for a new address when the one of `media` is no longer valid. */
  readonly renew: (media: PlaybackMedia) => Promise<string>;
}

export interface LoadParts {
  readonly media: HTMLMediaElement;
  /** Tried one after the other. */
  readonly urls: readonly PlaybackMedia[];
  /** Whether the item is a live stream; undefined: unknown, so it counts as live if it has no length. */
  readonly isLive: () => boolean | undefined;
  /** Where the film begins to play here, in seconds, once that is known. Absent: at its beginning. */
  readonly startSeconds?: () => number | undefined;
  /** True: the past of a live stream, which only HLS has. [SY92] */
  readonly isPast?: boolean;
  /** True: only single pictures are needed. */
  readonly isSparing?: boolean;
  /** How the page remuxes files, because this browser cannot play them as they are; absent: not at all. */
  readonly remuxing?: Remuxing | undefined;
  /** Absent: addresses do not change. */
  readonly addresses?: Addresses;
  /** How to exchange the segments of an address with others; absent: not at all. */
  readonly exchange?: (url: PlaybackMedia) => ExchangeOffer | undefined;
  /** Called when a live stream breaks off, and when it goes on. In between, loading is tried again and again. */
  readonly onInterrupted?: (isInterrupted: boolean) => void;
  /** Called once, when no address works. */
  readonly onProblem: (problem: PlaybackProblem) => void;
}

/** An address is not renewed again within this time, in milliseconds. */
const renewEveryMs = 60_000;

/** Problems that may be the fault of a peer. */
const ofMedia: ReadonlySet<PlaybackProblem> = new Set(['format', 'network', 'unknown']);

/** Problems that pass by themselves when the source of a live stream comes back. */
const mayPass: ReadonlySet<PlaybackProblem> = new Set([
  'network',
  'not_found',
  'unreachable',
  'fault',
  'manifest',
  'offline',
  'unknown',
]);
/** The first and the longest wait before a broken live stream is loaded again, in milliseconds. */
const firstRetryMs = 1_000;
const maxRetryMs = 5_000;

/** Problems of another site's address that may have ended: it refuses it, or does not find it. */
const mayHaveEndedElsewhere: ReadonlySet<PlaybackProblem> = new Set(['forbidden', 'not_found']);

/** Whether an address may have ended. This server says so of its own. Pure. [SY97] */
function mayHaveEnded({ url }: PlaybackMedia, problem: PlaybackProblem): boolean {
  const isOwn = new URL(url, location.href).origin === location.origin;
  return problem === 'expired' || (!isOwn && mayHaveEndedElsewhere.has(problem));
}

/**
 * Loads the first of `urls` that works. Loads a live stream that breaks off again and again until it is back. [SY29]
 * [SY47] [SY68]
 */
export function loadMedia(parts: LoadParts): LoadedMedia {
  const loading = new Loading(parts);
  loading.loadFirst();
  return loading;
}

const noCues: readonly Cue[] = [];

class Loading implements LoadedMedia {
  readonly tracks = makeStore(noTracks);
  readonly cues = makeStore(noCues);
  source: LoadedSource | undefined;
  readonly #parts: LoadParts;
  readonly #ends: readonly (() => void)[];
  readonly #interruption: Interruption;
  #left: PlaybackMedia[] = [];
  #engine: Engine | undefined;
  #isStopped = false;
  #height: number | undefined;
  #renewedMs = Number.NEGATIVE_INFINITY;
  /** True: the player has reported an infinite length, as for a live stream. */
  #isEndless = false;
  #hasPlayed = false;
  #hasBroken = false;
  /** True: segments from peers may have caused a problem, so none are loaded from them any more. */
  #isWithoutPeers = false;
  /** True: the loaded segments may come from peers. */
  #isExchanged = false;
  /** Reports a problem of the media that is loaded now. */
  #fail: (problem: PlaybackProblem) => void = () => {};

  constructor(parts: LoadParts) {
    const { media, onInterrupted } = parts;
    this.#parts = parts;
    this.#interruption = makeInterruption(() => this.loadFirst(), onInterrupted);
    this.#ends = [
      // For a film with a key system, the browser sends this before it decodes anything.
      listen(media, 'encrypted', () => this.#fail('drm')),
      listen(media, 'durationchange', () => {
        this.#isEndless ||= media.duration === Number.POSITIVE_INFINITY;
      }),
      listen(media, 'loadeddata', () => {
        this.#hasPlayed = true;
        this.#interruption.end();
      }),
      // A live stream has no end: if it ends, its source is gone.
      listen(media, 'ended', () => this.isLive() && this.#fail('network')),
    ];
  }

  readonly isLive = () => this.#parts.isLive() ?? (this.#isEndless || undefined);
  readonly #current = (media: PlaybackMedia) => this.#asked(this.#parts.addresses?.current(media) ?? media.url);
  readonly #asked = (url: string) => (this.#parts.isPast ? `${url}&past=1` : url);
  readonly live = () => this.#engine?.live?.();

  limitHeight(wanted: number | undefined): void {
    this.#height = wanted;
    this.#engine?.limitHeight(wanted);
  }

  chooseAudio(id: string): void {
    this.#engine?.chooseAudio(id);
  }

  chooseText(id: string | undefined): void {
    this.#engine?.chooseText?.(id);
  }

  readonly stop = (): void => {
    this.#isStopped = true;
    this.#interruption.stop();
    for (const end of this.#ends) end();
    stopEngine(this.#engine, this.#parts.media);
  };

  loadFirst(): void {
    const { urls, isPast, onProblem } = this.#parts;
    this.#left = playableUrls(urls).filter(({ format }) => !isPast || format === 'hls');
    const first = this.#left.shift();
    if (first) this.#load(first, this.#current(first));
    else onProblem(urls.length === 0 ? 'no_source' : 'format');
  }

  #load(source: PlaybackMedia, url: string): void {
    const { media, isSparing = false, exchange, startSeconds, remuxing } = this.#parts;
    stopEngine(this.#engine, media);
    this.#hasPlayed = false;
    let isOver = false;
    const fail = (problem: PlaybackProblem) => {
      if (isOver || this.#isStopped) return;
      isOver = true;
      void this.#goOn(source, problem);
    };
    this.#fail = fail;
    const isLive = this.isLive() === true;
    const offer = isLive || this.#isWithoutPeers ? undefined : exchange?.(source);
    this.#isExchanged = offer !== undefined;
    const isRemuxed = remuxing !== undefined && source.format === 'file';
    const kind = isRemuxed ? 'remux' : (engineFor(source.format, hasMediaSource()) ?? 'native');
    this.source = { media: source, engine: kind, isExchanged: this.#isExchanged };
    const engine = startEngine(kind, {
      ...{ media, url, isLive, isSparing, hasBroken: this.#hasBroken, isConverted: source.converted, remuxing },
      current: () => this.#current(source),
      startSeconds: this.isLive() === false ? startSeconds?.() : undefined,
      exchange: offer,
      onProblem: fail,
    });
    this.#engine = engine;
    engine.limitHeight(this.#height);
    const tell = () => {
      if (this.#engine !== engine) return;
      this.tracks.set(engine.tracks.get());
      this.cues.set(engine.cues?.get() ?? noCues);
    };
    engine.tracks.subscribe(tell);
    engine.cues?.subscribe(tell);
    // What the engine before offered is not chosen any more.
    tell();
  }

  /** After a failure: tries another address, tries again later, or reports the problem. */
  async #goOn(source: PlaybackMedia, problem: PlaybackProblem): Promise<void> {
    const { media, addresses, onProblem } = this.#parts;
    if (this.#isExchanged && ofMedia.has(problem)) {
      this.#isWithoutPeers = true;
      return this.#load(source, this.#current(source));
    }
    if (addresses && mayHaveEnded(source, problem) && performance.now() - this.#renewedMs > renewEveryMs) {
      this.#renewedMs = performance.now();
      const url = await addresses.renew(source).catch(() => undefined);
      if (this.#isStopped) return;
      if (url !== undefined && (problem === 'expired' || url !== source.url))
        return this.#load(source, this.#asked(url));
    }
    const isBroken = this.isLive() === true && mayPass.has(problem);
    const isLeft = problem === 'no_rung' || (isBroken && this.#hasPlayed);
    const next = isLeft ? undefined : this.#left.shift();
    if (next) return this.#load(next, this.#current(next));
    stopEngine(this.#engine, media);
    this.#engine = undefined;
    // A stream that has never played did not break off: it may be over, with a complete playlist.
    this.#hasBroken ||= isBroken && this.#hasPlayed;
    if (isBroken) this.#interruption.begin();
    else onProblem(problem);
  }
}

type Interruption = ReturnType<typeof makeInterruption>;

/** Calls `retry` again and again, later each time, until data has come. */
function makeInterruption(retry: () => void, tell: LoadParts['onInterrupted']) {
  let delayMs = firstRetryMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOn = false;
  return {
    begin() {
      if (!isOn) tell?.(true);
      isOn = true;
      clearTimeout(timer);
      timer = setTimeout(retry, delayMs);
      delayMs = Math.min(2 * delayMs, maxRetryMs);
    },
    end() {
      delayMs = firstRetryMs;
      if (isOn) tell?.(false);
      isOn = false;
    },
    stop: () => clearTimeout(timer),
  };
}

function listen(media: HTMLMediaElement, event: string, hear: () => unknown): () => void {
  media.addEventListener(event, hear);
  return () => media.removeEventListener(event, hear);
}

function hasMediaSource(): boolean {
  return 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
}
