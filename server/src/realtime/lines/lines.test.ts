import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import type { Session } from '../session/session.ts';
import { Lines } from './lines.ts';

/** Replicas whose lines receive each other's messages. */
function pair(count: number) {
  const all: Lines[] = [];
  const clock = new FakeClock();
  for (let n = 0; n < count; n += 1) {
    const lines: Lines = new Lines({
      clock,
      limits: defaultLimits,
      replicaCount: () => count,
      tell: (_topic, body) => {
        for (const other of all) if (other !== lines) other.hear('other', JSON.parse(JSON.stringify(body)));
      },
    });
    all.push(lines);
  }
  return Object.assign(all, { clock });
}
/** A session that records what it receives. */
function session() {
  const received: string[] = [];
  return {
    received,
    as: { receive: (bytes: Uint8Array) => received.push(Buffer.from(bytes).toString()) } as unknown as Session,
  };
}
const frames = (...texts: string[]) => texts.map((text) => Buffer.from(text));

test('[RT39] frames reach the session wherever they are posted, in their order', () => {
  const [here, there] = pair(2) as unknown as [Lines, Lines];
  const { received, as } = session();
  here.open('a', as);
  expect(there.receive('a', frames('1', '2'))).toBe(true);
  expect(here.receive('a', frames('3'))).toBe(true);
  expect(received).toEqual(['1', '2', '3']);
  here.close('a');
  there.receive('a', frames('4'));
  expect(received).toHaveLength(3);
});

test('[RT39] a single replica knows that there is no such line', () => {
  const [alone] = pair(1) as unknown as [Lines];
  expect(alone.receive('a', frames('1'))).toBe(false);
});

test('[RT39] [RT13] another replica gets no more frames of a line than its connection may send', () => {
  const both = pair(2);
  const [here, there] = both as unknown as [Lines, Lines];
  const [first, second] = [session(), session()];
  here.open('a', first.as);
  here.open('b', second.as);
  for (let n = 0; n < 10; n += 1) there.receive('a', Array<Buffer>(64).fill(Buffer.from('x')));
  there.receive('b', frames('1'));
  expect([first.received.length, second.received.length]).toEqual([defaultLimits.frameBurst, 1]);
  both.clock.advance(1_000);
  there.receive('a', Array<Buffer>(64).fill(Buffer.from('x')));
  expect(first.received.length).toBe(defaultLimits.frameBurst + defaultLimits.framesPerSecond);
});
