/** The past of a stream at a process that the test plays. */
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import type { OpenReplicaLink } from '../../../../drivers/replica-link/replica-link.ts';
import { makeLog } from '../../../../kernel/log.ts';
import { makeRelaySigner } from '../relays/relay-signer.ts';
import { RelayedPast } from './relayed-past.ts';

test('[LS73] what could not be read is asked for again by the next viewer, and what was read is not', async () => {
  const clock = new FakeClock();
  const signer = makeRelaySigner('secret', clock);
  let isAway = true;
  let asked = 0;
  const open: OpenReplicaLink = async ({ url }) => {
    asked += 1;
    if (isAway) throw new Error('the other process is away');
    const { searchParams } = new URL(url);
    const proof = signer.proofOf({ exp: searchParams.get('exp')!, sig: searchParams.get('sig')! });
    async function* body() {
      yield Buffer.from('segment');
    }
    return { status: 200, header: () => proof, body: body() };
  };
  const from = { address: 'http://127.0.0.1:1', generationId: 'str_1', mostSeconds: () => 60 };
  const past = new RelayedPast({ clock, log: makeLog('silent'), signer, open, ...from });
  expect(await Promise.all([past.read(1), past.read(1)])).toEqual([undefined, undefined]);
  expect(asked).toBe(1);
  isAway = false;
  expect(await past.read(1)).toEqual(Buffer.from('segment'));
  expect(await past.read(1)).toEqual(Buffer.from('segment'));
  expect(asked).toBe(2);
});
