import { expect, test } from 'vitest';
import { leftLu, nextGain, targetLufs } from './gain-rider.ts';
import { blockSeconds, lufsOf, makeLoudnessMeter } from './loudness-meter.ts';

/** A film that is as loud as this for as long. */
type Part = readonly [lufs: number, seconds: number];

/** How loud each tenth of a second of a film is heard, in LUFS. */
function heard(parts: readonly Part[]): number[] {
  const meter = makeLoudnessMeter();
  let gain = 0;
  return parts.flatMap(([lufs, seconds]) =>
    Array.from({ length: Math.round(seconds / blockSeconds) }, () => {
      meter.add(10 ** ((lufs - lufsOf(1)) / 10));
      gain = nextGain(gain, meter.read(), blockSeconds);
      return lufs + gain;
    }),
  );
}

const [least, most] = [targetLufs - leftLu, targetLufs + leftLu];

test('[WEL1] quiet speech becomes louder within seconds, a bang quieter within half a second', () => {
  const all = heard([
    [-30, 10],
    [-8, 5],
    [-30, 10],
  ]);
  expect(all[49]).toBeCloseTo(least, 1);
  expect(all[105]).toBeLessThanOrEqual(most + 0.01);
  // Nothing is brought up while the bang still counts, and no more than 4 dB a second afterwards.
  expect(all[160]).toBeLessThan(least - 5);
  for (const [index, lufs] of all.slice(151).entries()) expect(lufs - all[150 + index]!).toBeLessThanOrEqual(0.41);
  expect(all.at(-1)).toBeCloseTo(least, 1);
});

test('[WEL1] what is loud enough stays as it is', () => {
  expect(
    heard([
      [-18, 5],
      [-16.5, 5],
      [-19.5, 5],
    ]),
  ).toEqual(
    [
      [-18, 50],
      [-16.5, 50],
      [-19.5, 50],
    ].flatMap(([lufs, blocks]) => Array.from({ length: blocks! }, () => lufs)),
  );
});

test('[WEL1] pauses and silence are not brought up, nor anything by more than 15 dB', () => {
  const all = heard([
    [-20, 5],
    [-55, 5],
    [-200, 5],
  ]);
  expect(all[99]).toBeCloseTo(-55, 0);
  expect(all.at(-1)).toBeCloseTo(-200, 0);
  expect(heard([[-50, 30]]).at(-1)).toBeCloseTo(-35, 1);
});
