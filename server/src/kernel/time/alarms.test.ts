import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { describe, expect, test, vi } from 'vitest';
import { Alarms } from './alarms.ts';
import { makeServerTime } from './server-time.ts';

const dayMs = 86_400_000;

function makeTried() {
  const clock = new FakeClock();
  const heard: string[] = [];
  const alarms = new Alarms(clock);
  return {
    clock,
    heard,
    alarms,
    set: (key: string, ms: number, word = key) => alarms.set(key, ms, () => void heard.push(word)),
  };
}

describe('alarms', () => {
  test('go off once, each at its time', () => {
    const { clock, heard, set } = makeTried();
    set('b', 200);
    set('a', 100);
    set('past', -5);
    clock.advance(0);
    expect(heard).toEqual(['past']);
    clock.advance(100);
    expect(heard).toEqual(['past', 'a']);
    clock.advance(1_000);
    expect(heard).toEqual(['past', 'a', 'b']);
  });

  test('an alarm replaces the earlier one of its key', () => {
    const { clock, heard, alarms, set } = makeTried();
    set('a', 100, 'early');
    alarms.set('a', 300, () => void heard.push('late'), 7);
    expect(alarms.find('a')).toMatchObject({ atMs: clock.nowMs() + 300, mark: 7 });
    clock.advance(299);
    expect(heard).toEqual([]);
    clock.advance(1);
    expect(heard).toEqual(['late']);
    expect(alarms.find('a')).toBeUndefined();
  });

  test('the work may set the alarm of its key again', () => {
    const { clock, heard, alarms, set } = makeTried();
    alarms.set('a', 100, () => set('a', 100, 'again'));
    clock.advance(200);
    expect(heard).toEqual(['again']);
  });

  test('wait for longer than the longest timer of Node', () => {
    const { clock, heard, alarms, set } = makeTried();
    const after = vi.spyOn(clock, 'after');
    set('a', 60 * dayMs);
    set('cancelled', 60 * dayMs);
    clock.advance(50 * dayMs);
    expect(heard).toEqual([]);
    alarms.cancel('cancelled');
    clock.advance(10 * dayMs - 1);
    expect(heard).toEqual([]);
    clock.advance(1);
    expect(heard).toEqual(['a']);
    expect(Math.max(...after.mock.calls.map(([delayMs]) => delayMs))).toBeLessThan(2 ** 31);
  });

  test('[ST36] wait on where the server time is slower than the timers of the machine', () => {
    const machine = new FakeClock();
    const time = makeServerTime(machine);
    time.aim(0);
    time.aim(-10_000);
    const heard: number[] = [];
    const startMs = time.clock.nowMs();
    new Alarms(time.clock).set('a', 1_000, () => heard.push(time.clock.nowMs() - startMs));
    machine.advance(1_000);
    expect(heard).toEqual([]);
    machine.advance(2_000);
    expect(heard).toEqual([1_000]);
  });

  test('end together, and none can be set after that', () => {
    const { clock, heard, alarms, set } = makeTried();
    set('a', 100);
    alarms.end();
    set('b', 100);
    clock.advance(1_000);
    expect(heard).toEqual([]);
    expect(alarms.find('b')).toBeUndefined();
  });
});
