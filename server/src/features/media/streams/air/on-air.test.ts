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
  /** Broadcasts that a statement asks for, all of which are there. */
  const asked: string[] = [];
  const clock = new FakeClock();
  let ids = 0;
  const query: object = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'execute') return async () => asked.splice(0).map((generation_id) => ({ generation_id }));
        if (name === 'where')
          return (_column: string, _operator: string, values: unknown) => {
            if (Array.isArray(values)) asked.push(...values);
            return query;
          };
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
    ...{ clock, log: makeLog('silent'), replicaId: 'one' },
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
  const rights = { asked: 0 };
  const mayGoOn = async () => {
    rights.asked += 1;
    return true;
  };
  const take = (name: string, pull?: PullNotice) => {
    const place = { roomId: 'room', mediaId: 'med_1', publisherId: 'usr_1' };
    const claim = { ...place, use: async () => true, mayGoOn, ...(pull ? { pull } : {}) };
    return air.take(claim, { address: name, end: () => void ended.push(name) }) as Promise<Broadcast>;
  };
  /** Answers the newest write first, until there is none. */
  const answerAll = async () => {
    for (await settled(); writes.length > 0; await settled()) writes.pop()!();
  };
  return { air, take, answerAll, ended, pulls, writes, clock, rights };
}

test('[LS67] of two that come to a place at the same moment, the second one ends the first', async () => {
  const { air, take, answerAll, ended } = setUp();
  const [first, second] = [take('first'), take('second')];
  await answerAll();
  expect((await first).place.generationId).toBe('str_1');
  expect(ended).toEqual(['first']);
  expect(air.streams.map(({ generationId }) => generationId)).toEqual([(await second).place.generationId]);
});

test('[LS8] a right of which no event tells is asked for every half minute, and not at each look', async () => {
  const { air, take, answerAll, clock, rights, ended } = setUp();
  const taking = take('encoder');
  await answerAll();
  await taking;
  const counts: number[] = [];
  for (let time = 0; time < 12; time += 1) {
    clock.advance(5_000);
    air.look();
    await answerAll();
    await settled();
    counts.push(rights.asked);
  }
  expect(counts).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2]);
  expect(ended).toEqual([]);
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
