import type { PlaybackProblem } from '../source/problem.ts';

/**
 * How long the page shows the problem before the room goes on, in milliseconds: long enough to read it and choose to
 * stay.
 */
export const skipAfterMs = 10_000;
/** After this many items in a row that do not play, the room stays: something else is wrong. */
export const mostSkips = 3;

/** The facts that decide whether the room leaves an item that does not play. */
export interface SkipFacts {
  readonly problem: PlaybackProblem;
  /** True while the room wants to play. */
  readonly isPlaying: boolean;
  /** True while the item plays for others: the fault is then on this device alone. */
  readonly doOthersPlay: boolean;
  readonly hasStayed: boolean;
  /** Items that this page has skipped since the last one that played. */
  readonly skips: number;
}

/**
 * Problems that may pass by themselves: the network failed after a film had played, this server or the network of this
 * device is away, or the source of a live stream is gone for a while.
 */
const mayPass: ReadonlySet<PlaybackProblem> = new Set(['network', 'offline', 'stream_interrupted']);

/** Whether the room goes on to the next item by itself. [SY41] */
export function maySkip({ problem, isPlaying, doOthersPlay, hasStayed, skips }: SkipFacts): boolean {
  return isPlaying && !mayPass.has(problem) && !doOthersPlay && !hasStayed && skips < mostSkips;
}
