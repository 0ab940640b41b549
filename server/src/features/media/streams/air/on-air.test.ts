/** The streams of a process whose database answers when the test says so. */
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../../../kernel/log.ts';
import { type Broadcast, OnAir, type OnAirParts } from './on-air.ts';
import type { PullNotice } from './pull-notice.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

function setUp() {
  const pulls: (PullNotice['state'] | undefined)[] = [];
  const writes: ((isAway?: boolean) => void)[] = [];
  let ids = 0;
  const query: object = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'execute') return async () => [];
        if (name === 'executeTakeFirst') return async () => ({ took_over_at: null });
        return ({ pull }: { pull?: string } = {}) => {
          if (name === 'set' && pull) pulls.push(JSON.parse(pull).state);
          return query;
        };
      },
    },
  );
  const tx = { query: () => query, emit: () => undefined, nextSequence: async () => 1 };
  const write = (work: (given: typeof tx) => Promise<unknown>) =>
    new Promise((resolve, reject) => {
      writes.push((isAway = false) => (isAway ? reject(new Error('away')) : resolve(work(tx))));
    });
  const air = new OnAir({
    ...{ clock: new FakeClock(), log: makeLog('silent'), replicaId: 'one' },
    db: { query: () => query, write },
    ids: { make: () => `str_${++ids}` },
    relayAddress: () => '',
    staleMs: () => 0,
    takesOver: () => true,
    rungsOf: () => [],
    follow: () => () => undefined,
    pasts: { begin: () => ({ reachSeconds: 0, advise: () => [] }), end: () => undefined },
  } as unknown as OnAirParts);
  const ended: string[] = [];
  const take = (name: string, pull?: PullNotice) => {
    const place = { roomId: 'room', mediaId: 'med_1', publisherId: 'usr_1' };
    const claim = { ...place, use: async () => true, mayGoOn: async () => true, ...(pull ? { pull } : {}) };
    return air.take(claim, { address: name, end: () => void ended.push(name) }) as Promise<Broadcast>;
  };
  /** Answers the newest write first, until there is none. */
  const answerAll = async () => {
    for (await settled(); writes.length > 0; await settled()) writes.pop()!();
  };
  return { air, take, answerAll, ended, pulls, writes };
}

test('[LS67] of two that come to a place at the same moment, the second one ends the first', async () => {
  const { air, take, answerAll, ended } = setUp();
  const [first, second] = [take('first'), take('second')];
  await answerAll();
  expect((await first).place.generationId).toBe('str_1');
  expect(ended).toEqual(['first']);
  expect(air.streams.map(({ generationId }) => generationId)).toEqual([(await second).place.generationId]);
});

test('[PUL2] of two notices, the later one is told last', async () => {
  const { air, take, answerAll, pulls } = setUp();
  const taking = take('source', { state: 'connecting' });
  await answerAll();
  const { place } = await taking;
  void air.tellPull(place, { state: 'waiting', fault: 'unreachable' });
  void air.tellPull(place, { state: 'on_air' });
  await answerAll();
  expect(pulls.at(-1)).toBe('on_air');
});

test('[PUL2] a notice for which the database was away is told with the next beat', async () => {
  const { air, take, answerAll, pulls, writes } = setUp();
  const taking = take('source', { state: 'connecting' });
  await answerAll();
  void air.tellPull((await taking).place, { state: 'on_air' });
  await settled();
  writes.pop()!(true);
  await settled();
  expect(pulls).toEqual([]);
  air.beat();
  await answerAll();
  expect(pulls).toEqual(['on_air']);
});
