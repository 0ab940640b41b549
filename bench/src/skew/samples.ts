import { quantile } from '../figures.ts';

/** One frame on a screen. */
export interface Sample {
  readonly mediaSeconds: number;
  /** When it is on the screen, in milliseconds of the clock that all processes of the machine share. */
  readonly displayMs: number;
}

/** Frames farther apart than this are not compared: one side shows nothing just then. */
const nearMs = 25;

/** Skew of two screens at one moment. */
export interface Skew {
  readonly atMs: number;
  readonly ms: number;
}

/** How far apart two screens are, at each frame of the first one: difference of media time minus display time, at speed 1. */
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

/** The figures of a stretch. @throws Error when nothing was on the screens. */
export function figuresOf(skews: readonly Skew[]): { p50: number; p95: number } {
  if (skews.length === 0) throw new Error('no frames to compare');
  const values = skews.map((skew) => skew.ms);
  return { p50: quantile(values, 0.5), p95: quantile(values, 0.95) };
}

/** From `fromMs` until the skew is under `limitMs` for a second; `toMs - fromMs` when it never is. */
export function settledAfter(skews: readonly Skew[], fromMs: number, toMs: number, limitMs: number): number {
  const after = skews.filter((skew) => skew.atMs >= fromMs);
  const settled = after.find((skew) => {
    const second = after.filter((other) => other.atMs >= skew.atMs && other.atMs < skew.atMs + 1_000);
    return second.every((other) => other.ms < limitMs);
  });
  return (settled?.atMs ?? toMs) - fromMs;
}

/** The first frame after `fromMs` that lies past `positionSeconds`: the picture moves. */
export function firstMoving(samples: readonly Sample[], fromMs: number, positionSeconds: number): Sample | undefined {
  return samples.find((sample) => sample.displayMs >= fromMs && sample.mediaSeconds > positionSeconds + 0.001);
}

/** What is constant while a film plays at speed 1. */
export function offsetOf(sample: Sample): number {
  return sample.mediaSeconds * 1000 - sample.displayMs;
}

function distance(a: Sample, b: Sample): number {
  return Math.abs(a.displayMs - b.displayMs);
}
