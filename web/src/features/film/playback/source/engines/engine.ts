import type { Cue } from '@matinee/subtitles/cue.ts';
import { makeStore, type Store } from '../../../../../client/store.ts';
import type { ExchangeOffer } from '../../../swarms/exchange.ts';
import type { LiveFacts } from '../../sync/live-place.ts';
import type { PlaybackProblem } from '../problem.ts';

/** A quality in which the film is offered. */
export interface QualityLevel {
  readonly id: string;
  /** Pixels; 0: unknown. */
  readonly height: number;
  /** Bits a second; 0: unknown. */
  readonly bitrate: number;
}

/** A sound or subtitles in a language. */
export interface LanguageTrack {
  readonly id: string;
  readonly name: string;
  /** BCP 47 language tag; empty: unknown. */
  readonly language: string;
}

/** The choices that the loaded film offers a viewer. */
export interface Tracks {
  readonly levels: readonly QualityLevel[];
  /** The level that plays. */
  readonly level: string | undefined;
  readonly audios: readonly LanguageTrack[];
  readonly audio: string | undefined;
  /** Subtitles inside of the film. */
  readonly texts: readonly LanguageTrack[];
  readonly text: string | undefined;
}

export const noTracks: Tracks = {
  levels: [],
  level: undefined,
  audios: [],
  audio: undefined,
  texts: [],
  text: undefined,
};

/** How the page remuxes the sound of a film: it only copies it, or codes anew what the browser cannot play. */
export type Remuxing = 'copied' | 'coded';

/** Loads films of one format into a video element. */
export interface Engine {
  readonly tracks: Store<Tracks>;
  /** Plays the highest level that is not above `height`, or else the lowest; undefined: the network decides. */
  limitHeight(height: number | undefined): void;
  chooseAudio(id: string): void;
  /** Shows the subtitles of a track; undefined: none. Absent: the engine reads no subtitles. */
  chooseText?(id: string | undefined): void;
  /** The loaded cues of the chosen subtitles. */
  readonly cues?: Store<readonly Cue[]>;
  /** The facts of a live stream. Absent or undefined: it is not live, or the engine does not know them. */
  live?(): LiveFacts | undefined;
  /** Releases the element: at once, or when the returned promise resolves. */
  stop(): Promise<void> | void;
}

export interface EngineParts {
  readonly media: HTMLMediaElement;
  readonly url: string;
  /** The valid address that now replaces `url`. [SY74] */
  readonly current: () => string;
  readonly isLive: boolean;
  /**
   * True: it is a live stream that broke off. A complete playlist is then only its rest, and is not played again.
   * [SY68]
   */
  readonly hasBroken?: boolean;
  /** True: this server converts the film, and a quality that is not needed should not be begun. */
  readonly isConverted?: boolean;
  /** Only for a film that the page remuxes. Absent: its sound is copied only. */
  readonly remuxing?: Remuxing | undefined;
  /** Where a film begins to play here, in seconds. Nothing before it is loaded first. Absent: not known. */
  readonly startSeconds?: number | undefined;
  /** True: only single pictures are needed. The engine loads just the shown place, at the smallest size. */
  readonly isSparing?: boolean;
  /** How to exchange segments with other viewers; undefined: not at all. Only HLS is exchanged. */
  readonly exchange?: ExchangeOffer | undefined;
  /** Called once, when the engine gives up. */
  readonly onProblem: (problem: PlaybackProblem) => void;
}

export type StartEngine = (parts: EngineParts) => Engine;

/** Takes the place of an engine whose code is still loading. Passes on the calls that came meanwhile. */
export function startLater(load: () => Promise<StartEngine>, parts: EngineParts): Engine {
  const tracks = makeStore(noTracks);
  const cues = makeStore<readonly Cue[]>([]);
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
      engine.cues?.subscribe(() => cues.set(engine.cues!.get()));
    })
    .catch(() => {
      if (!isStopped) parts.onProblem('network');
    });
  return {
    tracks,
    cues,
    limitHeight: (height) => ask((engine) => engine.limitHeight(height)),
    chooseAudio: (id) => ask((engine) => engine.chooseAudio(id)),
    chooseText: (id) => ask((engine) => engine.chooseText?.(id)),
    live: () => inner?.live?.(),
    stop() {
      isStopped = true;
      return inner?.stop();
    },
  };
}

/** The level to play when the viewer wants no more than `height`; undefined: the network decides. [SY51] */
export function levelFor(levels: readonly QualityLevel[], height: number | undefined): QualityLevel | undefined {
  if (height === undefined || levels.length === 0) return undefined;
  const ascending = [...levels].sort((a, b) => a.height - b.height || a.bitrate - b.bitrate);
  return ascending.filter((level) => level.height <= height).at(-1) ?? ascending[0];
}
