import { describe, expect, test } from 'vitest';
import { type Filter, kWeighting } from './k-weighting.ts';
import { blockSeconds, type Loudness, makeLoudnessMeter } from './loudness-meter.ts';

/** A part of a test signal of EBU Tech 3341: a tone of 1 kHz in both channels, with its peak in dBFS. */
type Part = readonly [decibels: number, seconds: number];

/** The output of a filter for an input, sample by sample. */
function passing({ feedforward: [b0, b1, b2], feedback: [, a1, a2] }: Filter): (sample: number) => number {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    [x1, x2, y1, y2] = [x, x1, y, y1];
    return y;
  };
}

/** What the meter reads after each block of a signal. */
function readings(parts: readonly Part[], rate = 48_000, hertz = 1_000): Loudness[] {
  const meter = makeLoudnessMeter();
  const [head, lows] = kWeighting(rate).map(passing);
  const length = rate * blockSeconds;
  const all: Loudness[] = [];
  let [sum, count, time] = [0, 0, 0];
  for (const [decibels, seconds] of parts) {
    for (let left = Math.round(seconds * rate); left > 0; left -= 1) {
      sum += lows!(head!(10 ** (decibels / 20) * Math.sin((2 * Math.PI * hertz * time) / rate))) ** 2;
      time += 1;
      count += 1;
      if (count < length) continue;
      // The same in both channels.
      meter.add((2 * sum) / count);
      all.push(meter.read());
      [sum, count] = [0, 0];
    }
  }
  return all;
}

describe('the test signals of EBU Tech 3341 read what it says, within 0.1 LU', () => {
  const cases: readonly (readonly [number: number, expected: number, parts: readonly Part[]])[] = [
    [1, -23, [[-23, 20]]],
    [2, -33, [[-33, 20]]],
    [
      3,
      -23,
      [
        [-36, 10],
        [-23, 60],
        [-36, 10],
      ],
    ],
    [
      4,
      -23,
      [
        [-72, 10],
        [-36, 10],
        [-23, 60],
        [-36, 10],
        [-72, 10],
      ],
    ],
    [
      5,
      -23,
      [
        [-26, 20],
        [-20, 20.1],
        [-26, 20],
      ],
    ],
  ];
  test.each(cases)('[WEL1] case %i: %d LUFS', (_, expected, parts) => {
    const { integrated } = readings(parts).at(-1)!;
    expect(Math.abs(integrated - expected)).toBeLessThanOrEqual(0.1);
  });

  test('[WEL1] case 9: the loudness of 3 s stands still although the tone changes', () => {
    const parts = Array.from({ length: 5 }, (): Part[] => [
      [-20, 1.3],
      [-30, 1.7],
    ]).flat();
    for (const { shortTerm } of readings(parts).slice(30)) expect(Math.abs(shortTerm + 23)).toBeLessThanOrEqual(0.1);
  });

  test('[WEL1] case 12: the loudness of 0.4 s too', () => {
    const parts = Array.from({ length: 25 }, (): Part[] => [
      [-20, 0.2],
      [-30, 0.2],
    ]).flat();
    const mean = 10 * Math.log10((10 ** -2 + 10 ** -3) / 2);
    for (const { momentary } of readings(parts).slice(10)) expect(Math.abs(momentary - mean)).toBeLessThanOrEqual(0.1);
  });
});

test('[WEL1] at other rates of samples a tone is as loud, and a low one is less so', () => {
  for (const rate of [44_100, 96_000]) expect(readings([[-23, 3]], rate).at(-1)!.integrated).toBeCloseTo(-23, 1);
  expect(readings([[-23, 3]], 48_000, 25).at(-1)!.integrated).toBeLessThan(-30);
  expect(readings([[-23, 3]], 48_000, 8_000).at(-1)!.integrated).toBeGreaterThan(-20.5);
});

test('[WEL1] silence has no loudness; after a jump, what was before it counts for the whole alone', () => {
  const meter = makeLoudnessMeter();
  expect(meter.read()).toEqual({ momentary: -Infinity, shortTerm: -Infinity, integrated: -Infinity });
  for (let block = 0; block < 10; block += 1) meter.add(0.01);
  const { integrated } = meter.read();
  meter.skip();
  expect(meter.read()).toEqual({ momentary: -Infinity, shortTerm: -Infinity, integrated });
});
