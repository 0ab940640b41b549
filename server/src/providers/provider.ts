/**
 * What a provider of media brings: everything that differs between one kind of source and another. A provider knows no room and no
 * database. `features/providers` is the mechanism around all of them.
 */
import type { MediaSource } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { FieldViolation } from '@matinee/contract/reasons.ts';

/** Members of `MediaSource.source`: each is the source of one provider. */
export type SourceCase = NonNullable<MediaSource['source']['case']>;
export type SourceOf<C extends SourceCase> = Extract<MediaSource['source'], { case: C }>['value'];

/** Where bytes come from. */
export interface Upstream {
  readonly url: string;
}

export interface ResolvedMedia extends Upstream {
  /** Shown where people choose among several, `720p`. */
  readonly name: string;
  readonly format: MediaFormat;
}

export interface ResolvedSubtitle extends Upstream {
  readonly name: string;
  /** BCP 47 language tag; empty: unknown. */
  readonly language: string;
}

/** One way to play an item: the original, or a transcoded one. */
export interface ResolvedMode {
  /** Addresses of the same film; players try them in order. */
  readonly medias: readonly ResolvedMedia[];
  readonly subtitles: readonly ResolvedSubtitle[];
}

/** A source, resolved. */
export interface Resolved {
  readonly mode: ResolvedMode;
}

/** The manifest of a provider. */
export interface MediaProvider<C extends SourceCase = SourceCase> {
  /** As in paths and in `Playback.provider`. */
  readonly name: string;
  readonly sourceCase: C;
  /** What is wrong with a source beyond what its messages declare. `field` is the path of the source in the request. */
  check(source: SourceOf<C>, field: string): readonly FieldViolation[];
  /** A name for an item that was added without one. */
  nameOf(source: SourceOf<C>): string;
  /** Says from where the source plays, without asking anybody. */
  resolve(source: SourceOf<C>): Resolved;
}

/** Providers by their member of `MediaSource`. A member without a provider does not compile. */
export type MediaProviders = { readonly [C in SourceCase]: MediaProvider<C> };
