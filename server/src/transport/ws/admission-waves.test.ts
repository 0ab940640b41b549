import { setImmediate as turn } from 'node:timers/promises';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeAdmissionWaves } from './admission-waves.ts';

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await turn();
}

/** Waves whose admissions the test ends. */
function makeWaves() {
  const clock = new FakeClock();
  const inWave = makeAdmissionWaves(clock);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const come = (...names: string[]) => {
    for (const name of names) {
      inWave(() => {
        begun.push(name);
        return new Promise((resolve) => ends.set(name, resolve));
      });
    }
  };
  const end = (...names: string[]) => {
    for (const name of names) ends.get(name)?.();
  };
  return { clock, begun, come, end };
}

test('[RT30] who comes alone is admitted in the same turn, and the next one right after', async () => {
  const { begun, come, end } = makeWaves();
  come('a');
  await turn();
  expect(begun).toEqual(['a']);
  come('b');
  await turns(3);
  expect(begun).toEqual(['a']);
  end('a');
  await turn();
  expect(begun).toEqual(['a', 'b']);
});

test('[RT30] after a wave of several the next one takes all who arrive without a break', async () => {
  const { begun, come, end } = makeWaves();
  come('a', 'b');
  await turn();
  end('a', 'b');
  for (const name of ['c', 'd', 'e']) {
    come(name);
    await turns(2);
  }
  expect(begun).toEqual(['a', 'b']);
  await turns(4);
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('[RT30] a stream of people that does not end is admitted every few milliseconds', async () => {
  const { clock, begun, come, end } = makeWaves();
  come('a', 'b');
  await turn();
  end('a', 'b');
  for (let n = 0; n < 10; n++) {
    come(`c${n}`);
    await turns(2);
    clock.advance(1);
  }
  expect(begun).toContain('c3');
});

test('[RT30] one slow answer does not hold up who comes after', async () => {
  const { clock, begun, come } = makeWaves();
  come('slow', 'fast');
  await turn();
  come('next');
  await turns(3);
  expect(begun).toEqual(['slow', 'fast']);
  clock.advance(20);
  await turns(6);
  expect(begun).toEqual(['slow', 'fast', 'next']);
});
