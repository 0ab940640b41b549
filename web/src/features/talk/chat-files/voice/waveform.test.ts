import { expect, test } from 'vitest';
import { barsOf } from '../shown/waveform.ts';
import { waveformOf } from './waveform.ts';

test('[WCF8] a waveform has 96 bytes at most, and its loudest moment is a whole one', () => {
  const levels = Array.from({ length: 1_000 }, (_, index) => (index === 500 ? 0.4 : 0.1));
  const bytes = Buffer.from(waveformOf(levels), 'base64');
  expect([bytes.length, Math.max(...bytes), Math.min(...bytes)]).toEqual([96, 255, 64]);
  expect(waveformOf([])).toBe('');
  // Silence stays silence.
  expect(Buffer.from(waveformOf([0, 0.001]), 'base64')).toEqual(Buffer.from([0, 5]));
});

test('[WCF7] bars are the loudest of the moments that each stands for', () => {
  const waveform = Buffer.from([0, 255, 51, 0]).toString('base64');
  expect(barsOf(waveform)).toEqual([0, 1, 0.2, 0]);
  expect(barsOf(Buffer.alloc(96, 102).toString('base64'))).toEqual(Array(48).fill(0.4));
  expect([barsOf(''), barsOf(undefined)]).toEqual([[], []]);
});
