import { makeStore, type Store } from '../../../../../client/store.ts';
import type { ExchangeOffer } from '../../../swarms/exchange.ts';
import type { LiveFacts } from '../../sync/live-place.ts';
import type { PlaybackProblem } from '../problem.ts';

/** A picture that the film comes in. */
export interface QualityLevel {
  readonly id: string;
  /** Pixels; 0: not told. */
  readonly height: number;
  /** Bits a second; 0: not told. */
  readonly bitrate: number;
}

export interface AudioTrack {
  readonly id: string;
  readonly name: string;
  /** BCP 47 language tag; empty: unknown. */
  readonly language: string;
}

/** What a viewer can choose in the film that is loaded. */
export interface Tracks {
  readonly levels: readonly QualityLevel[];
  /** The level that plays. */
  readonly level: string | undefined;
  readonly audios: readonly AudioTrack[];
  readonly audio: string | undefined;
}

export const noTracks: Tracks = { levels: [], level: undefined, audios: [], audio: undefined };

/** What loads films of one format into a video element. */
export interface Engine {
  readonly tracks: Store<Tracks>;
  /** Plays the highest level that is not above `height`, or the lowest; undefined: whichever the network allows. */
  limitHeight(height: number | undefined): void;
  chooseAudio(id: string): void;
  /** What is known of a live stream. Absent, or undefined: it is none, or the engine does not tell. */
  live?(): LiveFacts | undefined;
  /** Lets go of the element: at once, or when what it gives resolves. */
  stop(): Promise<void> | void;
}

export interface EngineParts {
  readonly media: HTMLMediaElement;
  readonly url: string;
  /** The address that serves now in the place of `url`. [SY74] */
  readonly current: () => string;
  readonly isLive: boolean;
  /** True: it is a live stream that broke off. What is complete of it is what is left, and is not played again. [SY68] */
  readonly hasBroken?: boolean;
  /** True: single pictures are wanted, so no more is loaded than the place that is shown, at the smallest size. */
  readonly isSparing?: boolean;
  /** How parts of it come from others who play it; undefined: they do not. Only HLS is exchanged. */
  readonly exchange?: ExchangeOffer | undefined;
  /** Called once, when nothing can be done any more. */
  readonly onProblem: (problem: PlaybackProblem) => void;
}

export type StartEngine = (parts: EngineParts) => Engine;

/** Stands in for an engine whose code is still loading: passes on what was asked of it meanwhile. */
export function startLater(load: () => Promise<StartEngine>, parts: EngineParts): Engine {
  const tracks = makeStore(noTracks);
  let inner: Engine | undefined;
  let isStopped = false;
  const asked: ((engine: Engine) => void)[] = [];
  const ask = (work: (engine: Engine) => void) => {
    if (inner) work(inner);
    else asked.push(work);
  };
  load()
    .then((start) => {
      if (isStopped) return;
      const engine = start(parts);
      inner = engine;
      for (const work of asked) work(engine);
      engine.tracks.subscribe(() => tracks.set(engine.tracks.get()));
      tracks.set(engine.tracks.get());
    })
    .catch(() => {
      if (!isStopped) parts.onProblem('network');
    });
  return {
    tracks,
    limitHeight: (height) => ask((engine) => engine.limitHeight(height)),
    chooseAudio: (id) => ask((engine) => engine.chooseAudio(id)),
    live: () => inner?.live?.(),
    stop() {
      isStopped = true;
      return inner?.stop();
    },
  };
}

/** The level to play when the viewer wants no more than `height`; undefined: leave it to the network. [SY51] */
export function levelFor(levels: readonly QualityLevel[], height: number | undefined): QualityLevel | undefined {
  if (height === undefined || levels.length === 0) return undefined;
  const ascending = [...levels].sort((a, b) => a.height - b.height || a.bitrate - b.bitrate);
  return ascending.filter((level) => level.height <= height).at(-1) ?? ascending[0];
}
