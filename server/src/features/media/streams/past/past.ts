import type { Segment } from '../hls/segmenter.ts';

/** A segment as a playlist names it. */
export type ListedSegment = Omit<Segment, 'bytes' | 'size' | 'lend' | 'forget' | 'isSparse'>;

/** What a playlist says of it long after: the newest ones alone are listed by parts. */
export function toListed({
  number,
  dateMs,
  tracks,
  isDiscontinuity,
  initNumber,
  durationSeconds,
}: Segment): ListedSegment {
  return { number, dateMs, tracks, isDiscontinuity, initNumber, durationSeconds, parts: [] };
}

/** The segments of a stream that are older than those in memory, and those in memory as well. [LS70] */
export interface Past {
  /** A segment is complete. `init`: what players read before it. */
  add(segment: Segment, init: Buffer | undefined): void;
  /** Oldest first and without gaps. It may end before the segments in memory begin, where some are not known here. */
  list(): Promise<readonly ListedSegment[]>;
  /** What is known of a segment. */
  find(number: number): Promise<ListedSegment | undefined>;
  /** Undefined: it is not there any more. */
  read(number: number): Promise<Buffer | undefined>;
  /** An init segment by its number; undefined: no segment that is there needs it. */
  readInit(number: number): Promise<Buffer | undefined>;
  /** How long the longest segment so far is, in seconds. 0: there was none, or this process does not decide it. */
  readonly longestSeconds: number;
}
