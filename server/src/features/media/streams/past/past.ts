import type { Segment } from '../hls/segmenter.ts';

/** A segment as a playlist names it. */
export type ListedSegment = Omit<Segment, 'bytes' | 'isSparse'>;

/** The segments of a stream that are older than those in memory, and those in memory as well. [LS70] */
export interface Past {
  /** A segment is complete. `init`: what players read before it. */
  add(segment: Segment, init: Buffer | undefined): void;
  /** Oldest first and without gaps. Those that come after a gap are left out, so it ends before what is in memory. */
  list(): Promise<readonly ListedSegment[]>;
  /** What is known of a segment. */
  find(number: number): Promise<ListedSegment | undefined>;
  /** Undefined: it is not there any more. */
  read(number: number): Promise<Buffer | undefined>;
  /** An init segment by its number; undefined: no segment that is there needs it. */
  readInit(number: number): Promise<Buffer | undefined>;
  /** The longest one so far, in seconds. */
  readonly longestSeconds: number;
}
