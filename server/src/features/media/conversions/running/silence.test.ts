import { PassThrough } from 'node:stream';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { beforeEach, expect, test } from 'vitest';
import { watchSilence } from './silence.ts';

const longestMs = 10_000;
let clock: FakeClock;
let program: PassThrough;
let isStopped: boolean;
let isReading: boolean;
let made: AsyncIterator<Buffer>;
let ended: Promise<string>;

/** A process that never ends, not even when it is killed. */
beforeEach(() => {
  clock = new FakeClock();
  program = new PassThrough();
  isStopped = false;
  isReading = false;
  const stop = () => {
    isStopped = true;
    program.destroy();
  };
  const run = { bytes: program, ended: new Promise<string>(() => undefined), stop };
  const watched = watchSilence(run, { clock, longestMs, isReading: () => isReading });
  made = watched.bytes[Symbol.asyncIterator]();
  ended = watched.ended;
});

test('[CV16] a process that gives nothing is stopped, and nobody waits for its end', async () => {
  const next = made.next();
  clock.advance(longestMs - 1);
  expect(isStopped).toBe(false);
  clock.advance(1);
  expect(isStopped).toBe(true);
  expect((await next).done).toBe(true);
  expect(await ended).toBe('it gave nothing for 10 s');
  expect(clock.pending).toBe(0);
});

test('[CV16] a process that waits for its film or for us, or gives something, does not hang', async () => {
  isReading = true;
  const first = made.next();
  clock.advance(20 * longestMs);
  program.write('one');
  expect(String((await first).value)).toBe('one');
  // Its segments are far enough ahead.
  isReading = false;
  clock.advance(20 * longestMs);
  expect(isStopped).toBe(false);
  for (const word of ['two', 'three']) {
    const next = made.next();
    clock.advance(longestMs - 1_000);
    program.write(word);
    expect(String((await next).value)).toBe(word);
  }
  expect(isStopped).toBe(false);
  program.end();
  expect((await made.next()).done).toBe(true);
  expect(clock.pending).toBe(0);
});
