import { expect, test } from 'vitest';
import type { Session } from '../session/session.ts';
import { Lines } from './lines.ts';

/** Replicas whose lines hear each other. */
function pair(count: number) {
  const all: Lines[] = [];
  for (let n = 0; n < count; n += 1) {
    const lines: Lines = new Lines({
      replicaCount: () => count,
      tell: (_topic, body) => {
        for (const other of all) if (other !== lines) other.hear('other', JSON.parse(JSON.stringify(body)));
      },
    });
    all.push(lines);
  }
  return all;
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
  const [here, there] = pair(2) as [Lines, Lines];
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
  const [alone] = pair(1) as [Lines];
  expect(alone.receive('a', frames('1'))).toBe(false);
});
