import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { describe, expect, test } from 'vitest';
import { nextTurn } from './clock.ts';
import { makeLog } from './log.ts';
import { makeWorker } from './worker.ts';

const periodMs = 1_000;

/** A worker whose runs last until the test calls `end`. */
function makeTried(runsAtStart = true) {
  const clock = new FakeClock();
  const logged: string[] = [];
  const log = makeLog('info', { destination: { write: (line: string) => logged.push(JSON.parse(line).msg) } as never });
  const pieces: { readonly end: (hasMore?: boolean) => void; readonly fail: () => void }[] = [];
  const work = (signal: AbortSignal) =>
    new Promise<boolean>((resolve, reject) => {
      const fail = () => reject(new Error('the work failed'));
      pieces.push({ end: (hasMore = false) => resolve(hasMore), fail });
      signal.addEventListener('abort', fail, { once: true });
    });
  const worker = makeWorker({ name: 'tried', clock, log, periodMs, work, runsAtStart });
  const end = async (hasMore?: boolean) => {
    pieces.at(-1)!.end(hasMore);
    await nextTurn();
  };
  const pass = async (ms: number) => {
    clock.advance(ms);
    await nextTurn();
  };
  return { worker, pieces, logged, end, pass };
}

describe('a worker', () => {
  test('works at its start, after each period, and when woken', async () => {
    const { worker, pieces, end, pass } = makeTried();
    worker.wake();
    await nextTurn();
    expect(pieces).toHaveLength(0);
    await worker.start!();
    await nextTurn();
    expect(pieces).toHaveLength(1);
    await end();
    await pass(periodMs - 1);
    expect(pieces).toHaveLength(1);
    await pass(1);
    expect(pieces).toHaveLength(2);
    await end();
    worker.wake();
    await nextTurn();
    expect(pieces).toHaveLength(3);
  });

  test('may wait a period for its first run', async () => {
    const { worker, pieces, pass } = makeTried(false);
    await worker.start!();
    await nextTurn();
    expect(pieces).toHaveLength(0);
    await pass(periodMs);
    expect(pieces).toHaveLength(1);
  });

  test('goes on at once while there is more to do', async () => {
    const { worker, pieces, end } = makeTried();
    await worker.start!();
    await nextTurn();
    await end(true);
    expect(pieces).toHaveLength(2);
    await end(false);
    expect(pieces).toHaveLength(2);
  });

  test('never does two pieces at once: who wakes it meanwhile causes one more run', async () => {
    const { worker, pieces, end, pass } = makeTried();
    await worker.start!();
    await nextTurn();
    for (let n = 0; n < 3; n++) worker.wake();
    await pass(2 * periodMs);
    expect(pieces).toHaveLength(1);
    await end();
    expect(pieces).toHaveLength(2);
    await end();
    expect(pieces).toHaveLength(2);
  });

  test('logs a failure, and tries again after a period', async () => {
    const { worker, pieces, logged, pass } = makeTried();
    await worker.start!();
    await nextTurn();
    pieces[0]!.fail();
    await nextTurn();
    expect(logged).toEqual(['tried failed; it tries again']);
    expect(pieces).toHaveLength(1);
    await pass(periodMs);
    expect(pieces).toHaveLength(2);
  });

  test('interrupts its work at the stop, waits for its end, and says nothing of it', async () => {
    const { worker, pieces, logged, pass } = makeTried();
    await worker.start!();
    await nextTurn();
    await worker.stop!(new AbortController().signal);
    worker.wake();
    await pass(2 * periodMs);
    expect(pieces).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  test('does not wait for its work longer than the deadline of the stop', async () => {
    const clock = new FakeClock();
    const log = makeLog('info', { destination: { write: () => undefined } as never });
    const work = () => new Promise<boolean>(() => undefined);
    const worker = makeWorker({ name: 'endless', clock, log, periodMs, work });
    await worker.start!();
    await nextTurn();
    const deadline = new AbortController();
    let isStopped = false;
    const stopped = worker.stop!(deadline.signal).then(() => {
      isStopped = true;
    });
    await nextTurn();
    expect(isStopped).toBe(false);
    deadline.abort();
    await stopped;
  });
});
