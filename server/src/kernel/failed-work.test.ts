import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { storeErrors } from '../store/store.errors.ts';
import { makeLog } from './log.ts';
import { makeWorker } from './worker.ts';

test('a worker that cannot reach the database warns and tries again; a fault of the program is an error', async () => {
  const levels: number[] = [];
  const log = makeLog('info', {
    destination: { write: (line: string) => levels.push(JSON.parse(line).level) } as never,
  });
  const causes = [storeErrors.unavailable(), storeErrors.timeout(), new TypeError('not a function')];
  const work = async () => {
    const cause = causes.shift();
    if (cause) throw cause;
    return false;
  };
  const clock = new FakeClock();
  const worker = makeWorker({ name: 'idle', clock, log, periodMs: 1_000, work });
  await worker.start?.();
  for (let n = 0; n < 4; n++) {
    await new Promise(setImmediate);
    clock.advance(1_000);
  }
  await worker.stop?.(AbortSignal.timeout(1_000));
  expect(levels).toEqual([40, 40, 50]);
});
