import type { PlaybackProblem } from '../source/problem.ts';

/** How long the page says what is wrong before the room goes on, in milliseconds: long enough to read it and to stay. */
export const skipAfterMs = 10_000;
/** After this many items in a row that do not play the room stays where it is: something else is wrong. */
export const mostSkips = 3;

/** What decides whether the room leaves an item that does not play. */
export interface SkipFacts {
  readonly problem: PlaybackProblem;
  /** True while the room wants to play. */
  readonly isPlaying: boolean;
  /** True while somebody else sees it: the fault is then this device's alone. */
  readonly doOthersPlay: boolean;
  readonly hasStayed: boolean;
  /** Items that this page has skipped since the last one that played. */
  readonly skips: number;
}

/** What may pass by itself: after a film has played, the network is at fault; the source of a live stream comes back. */
const mayPass: ReadonlySet<PlaybackProblem> = new Set(['network', 'stream_interrupted']);

/** Whether the room goes on to the next item by itself. [SY41] */
export function maySkip({ problem, isPlaying, doOthersPlay, hasStayed, skips }: SkipFacts): boolean {
  return isPlaying && !mayPass.has(problem) && !doOthersPlay && !hasStayed && skips < mostSkips;
}
