import { quantile } from '../figures.ts';

/** One frame on a screen. */
export interface Sample {
  readonly mediaSeconds: number;
  /** When the frame is on the screen, in milliseconds of a clock that all processes of the machine share. */
  readonly displayMs: number;
}

/** Frames farther apart than this are not compared, because one side is showing no frames then. */
const nearMs = 25;

/** Skew of two screens at one moment. */
export interface Skew {
  readonly atMs: number;
  readonly ms: number;
}

/**
 * How far apart two screens are at each frame of the first one: the difference of media time minus display time, at
 * speed 1.
 */
export function skewsOf(a: readonly Sample[], b: readonly Sample[], fromMs: number, toMs: number): Skew[] {
  const skews: Skew[] = [];
  let index = 0;
  for (const sample of a) {
    if (sample.displayMs < fromMs || sample.displayMs > toMs) continue;
    while (index + 1 < b.length && b[index + 1]!.displayMs <= sample.displayMs) index += 1;
    const near = [b[index], b[index + 1]].filter((other) => other !== undefined);
    const other = near.sort((x, y) => distance(x, sample) - distance(y, sample))[0];
    if (other === undefined || distance(other, sample) > nearMs + 1000 / 30) continue;
    skews.push({ atMs: sample.displayMs, ms: Math.abs(offsetOf(sample) - offsetOf(other)) });
  }
  return skews;
}

/** The figures for a span of time. @throws Error when the screens showed nothing. */
export function figuresOf(skews: readonly Skew[]): { p50: number; p95: number } {
  if (skews.length === 0) throw new Error('no frames to compare');
  const values = skews.map((skew) => skew.ms);
  return { p50: quantile(values, 0.5), p95: quantile(values, 0.95) };
}

/** Time from `fromMs` until the skew stays below `limitMs` for a second; `toMs - fromMs` if it never does. */
export function settledAfter(skews: readonly Skew[], fromMs: number, toMs: number, limitMs: number): number {
  const after = skews.filter((skew) => skew.atMs >= fromMs);
  const settled = after.find((skew) => {
    const second = after.filter((other) => other.atMs >= skew.atMs && other.atMs < skew.atMs + 1_000);
    return second.every((other) => other.ms < limitMs);
  });
  return (settled?.atMs ?? toMs) - fromMs;
}

/** The first frame after `fromMs` that is past `positionSeconds`: the film is moving. */
export function firstMoving(samples: readonly Sample[], fromMs: number, positionSeconds: number): Sample | undefined {
  return samples.find((sample) => sample.displayMs >= fromMs && sample.mediaSeconds > positionSeconds + 0.001);
}

/** Media time minus display time, which is constant while a film plays at speed 1. */
export function offsetOf(sample: Sample): number {
  return sample.mediaSeconds * 1000 - sample.displayMs;
}

function distance(a: Sample, b: Sample): number {
  return Math.abs(a.displayMs - b.displayMs);
}
