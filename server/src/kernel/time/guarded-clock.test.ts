import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../log.ts';
import { guardClock } from './guarded-clock.ts';

function setUp() {
  const lines: { msg: string; timer: string; err: { message: string } }[] = [];
  const log = makeLog('info', { destination: { write: (line: string) => lines.push(JSON.parse(line)) } as never });
  const machine = new FakeClock();
  return { machine, lines, ...guardClock(machine, log) };
}

test('[TR44] a timer whose work throws goes on; each failure is counted and the same one is logged once', () => {
  const { machine, clock, failures, lines } = setUp();
  let runs = 0;
  clock.every(10, function sweep() {
    runs += 1;
    throw new Error(runs === 3 ? 'another fault' : 'too many open files');
  });
  clock.after(10, () => {
    throw new Error('too many open files');
  });
  machine.advance(40);
  expect([runs, failures()]).toEqual([4, 5]);
  expect(lines.map(({ timer, err }) => [timer, err.message])).toEqual([
    ['sweep', 'too many open files'],
    ['unnamed', 'too many open files'],
    ['sweep', 'another fault'],
  ]);
});

test('[TR44] a promise that a timer returns may reject', async () => {
  const { machine, clock, failures, lines } = setUp();
  clock.every(10, () => Promise.reject(new Error('away')));
  machine.advance(20);
  await expect.poll(failures).toBe(2);
  expect(lines.map(({ err }) => err.message)).toEqual(['away']);
});

test('[TR44] timers are cancelled and take their time as before', () => {
  const { machine, clock } = setUp();
  let runs = 0;
  const cancel = clock.every(10, () => {
    runs += 1;
  });
  clock.after(15, () => {
    runs += 10;
  })();
  machine.advance(25);
  cancel();
  machine.advance(25);
  expect([runs, clock.nowMs()]).toEqual([2, machine.nowMs()]);
});
