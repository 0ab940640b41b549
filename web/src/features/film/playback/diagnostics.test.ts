import { expect, test } from 'vitest';
import { makeFrameLog } from './diagnostics.ts';

test('the log keeps the newest frames, four thousand at most', () => {
  const log = makeFrameLog();
  const { frames } = log;
  for (let index = 0; index < 4_001; index += 1) log.add({ mediaSeconds: index, displayMs: 0, errorMs: 0, rate: 1 });
  expect(frames).toHaveLength(2_001);
  expect([frames[0]?.mediaSeconds, frames.at(-1)?.mediaSeconds]).toEqual([2_000, 4_000]);
  for (let index = 0; index < 9_000; index += 1) log.add({ mediaSeconds: index, displayMs: 0, errorMs: 0, rate: 1 });
  expect(frames.length).toBeLessThanOrEqual(4_000);
});
