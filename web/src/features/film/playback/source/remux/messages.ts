/** What the engine and its worker say to each other. */

/** Codecs into which the worker can code sound that browsers do not play. */
export type SoundCoding = 'opus' | 'aac';

/** A track of the film. */
export interface TrackFacts {
  /** Its place among the tracks of its kind. */
  readonly index: number;
  /** The name in MIME types, RFC 6381; empty: the worker does not know the codec. */
  readonly codec: string;
  /** True: the worker can decode it, and the page cannot. */
  readonly isDecodable: boolean;
  readonly name: string;
  /** BCP 47 or ISO 639-2; empty: unknown. */
  readonly language: string;
  readonly isDefault: boolean;
}

export interface FilmFacts {
  readonly durationSeconds: number;
  /** False: the film may have pictures that the worker cannot read. */
  readonly isWhole: boolean;
  /** Undefined: there is none. */
  readonly picture: TrackFacts | undefined;
  readonly sounds: readonly TrackFacts[];
}

/** Which part of a film a message is about. Each goes into a source buffer of its own. */
export type FilmPart = 'picture' | 'sound';

/** A run: what the worker makes from one place of the film on. A new run ends the one before. */
export interface RunChoice {
  readonly run: number;
  /** Where to begin, in seconds of the film: pictures begin at the key frame there or before. */
  readonly fromSeconds: number;
  readonly parts: readonly FilmPart[];
  /** The index of the sound; undefined: none. */
  readonly sound: number | undefined;
  /** Undefined: the sound is copied. */
  readonly coding: SoundCoding | undefined;
}

export type Request =
  /** `codings`: those that the page can play, the best first; empty: sound is only copied. */
  | { readonly kind: 'open'; readonly url: string; readonly codings: readonly SoundCoding[] }
  | { readonly kind: 'begin'; readonly url: string; readonly choice: RunChoice }
  | { readonly kind: 'next'; readonly url: string; readonly run: number; readonly part: FilmPart };

/** The next stretch of a part, as fragmented MP4. */
export interface Piece {
  /** The first of a run begins with an initialization segment. Empty: nothing is left. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where it ends, in seconds of the film. */
  readonly endSeconds: number;
  /** True: nothing follows. */
  readonly isLast: boolean;
}

export interface OpenedFilm {
  readonly facts: FilmFacts;
  /** Undefined: this worker encodes none of those that were asked for. */
  readonly coding: SoundCoding | undefined;
}

/** Why the worker gives up. `status`: the HTTP status of the server that has the film; 0: no answer came. */
export interface Failure {
  /**
   * `network`: the film, or the code that reads it, did not come. `unranged`: the server gives no parts of the film.
   * `format`: what came is no film that can be read.
   */
  readonly reason: 'network' | 'unranged' | 'format';
  readonly status: number;
}

export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure }
  /** Bytes have come: the worker is at work. */
  | { readonly isBusy: true };
