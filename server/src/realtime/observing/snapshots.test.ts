import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { until } from '@matinee/testkit/until.ts';
import { expect, test } from 'vitest';
import { MemoryEvents } from '../memory-events.fixture.ts';
import { roomId, userPrincipal } from '../people.fixture.ts';
import type { Resource, Viewer } from '../resource.ts';
import { Snapshots } from './snapshots.ts';

const viewer: Viewer = {
  principal: userPrincipal('ann'),
  standing: { roomId, role: RoomRole.MEMBER, permissions: new Set() },
};
const key = 'playbackState';

/** The states of a room, with a resource that counts its loads. */
function makeTest(changes: Partial<Resource> = {}) {
  const clock = new FakeClock();
  const events = new MemoryEvents();
  const state: { loads: number; failure?: Error; gate: Promise<void> } = { loads: 0, gate: Promise.resolve() };
  const resource = {
    case: 'playbackState',
    key: () => key,
    snapshot: async () => {
      const version = ++state.loads;
      await state.gate;
      if (state.failure) throw state.failure;
      return { version, payload: Buffer.from(`state ${version}`) };
    },
    ...changes,
  } as Resource;
  const snapshots = new Snapshots(roomId, events, clock);
  return { clock, events, state, snapshots, get: (which = key) => snapshots.get(resource, which, viewer) };
}

test('[RT5] all who ask get the state of one load, also while it is under way', async () => {
  const { get, state, snapshots } = makeTest();
  const [first, second] = [get(), get()];
  expect(snapshots.peek(key)).toBeUndefined();
  expect(await first).toBe(await second);
  expect(await get()).toBe(await first);
  expect(snapshots.peek(key)).toBe(await first);
  expect(state.loads).toBe(1);
});

test('[RT5] each key has a state of its own', async () => {
  const { get, state } = makeTest();
  await get('medias/1');
  await get('medias/2');
  expect(state.loads).toBe(2);
});

test('[RT5] a state is used for less than 30 s', async () => {
  const { clock, get, state, snapshots } = makeTest();
  await get();
  clock.advance(29_999);
  await get();
  expect(state.loads).toBe(1);
  clock.advance(1);
  expect(snapshots.peek(key)).toBeUndefined();
  await get();
  expect(state.loads).toBe(2);
});

test('[RT5] the next event of its key ends the use of a state, and other events do not', async () => {
  const { get, state, snapshots } = makeTest();
  await get();
  snapshots.passed({ kind: 'members', sequence: 1 });
  await get();
  expect(state.loads).toBe(1);
  snapshots.passed({ kind: key, sequence: 1 });
  await get();
  expect(state.loads).toBe(2);
});

test('[RT5] an event that the state contains leaves it, the one after does not', async () => {
  const { events, get, state, snapshots } = makeTest();
  for (let n = 0; n < 3; n++) events.commit(roomId, key, Buffer.alloc(1));
  expect((await get()).sequence).toBe(3);
  for (const sequence of [2, 3]) snapshots.passed({ kind: key, sequence });
  expect(snapshots.peek(key)).toBeDefined();
  snapshots.passed({ kind: key, sequence: 4 });
  expect(snapshots.peek(key)).toBeUndefined();
  await get();
  expect(state.loads).toBe(2);
});

test('[RT33] a change without a sequence always ends the use of a state', async () => {
  const { events, get, snapshots } = makeTest();
  events.commit(roomId, key, Buffer.alloc(1));
  await get();
  snapshots.passed({ kind: key, sequence: 0 });
  expect(snapshots.peek(key)).toBeUndefined();
});

test('[RT4] an event during a load has the state loaded again: it may not be in there', async () => {
  const { get, state, snapshots } = makeTest();
  const first = get();
  snapshots.passed({ kind: key, sequence: 1 });
  const second = get();
  await first;
  expect((await second).version).toBe(2);
  expect(snapshots.peek(key)).toBe(await second);
  expect(state.loads).toBe(2);
});

test('[RT4] the sequence of a state is read before the state', async () => {
  const { events, get, state } = makeTest();
  let open = () => {};
  state.gate = new Promise((resolve) => {
    open = resolve;
  });
  events.commit(roomId, key, Buffer.alloc(1));
  const loaded = get();
  await until('the load has begun', () => state.loads === 1);
  events.commit(roomId, key, Buffer.alloc(1));
  open();
  expect((await loaded).sequence).toBe(1);
});

test('[RT5] a load that failed is forgotten, and the next one is tried', async () => {
  const { get, state } = makeTest();
  state.failure = new Error('the database is away');
  await expect(Promise.all([get(), get()])).rejects.toThrow('away');
  expect(state.loads).toBe(1);
  delete state.failure;
  expect((await get()).version).toBe(2);
});

test('[RT5] a load that fails late does not take the state of a later one away', async () => {
  const loads: { readonly give: (version: number) => void; readonly fail: (error: Error) => void }[] = [];
  const { get, snapshots } = makeTest({
    snapshot: () =>
      new Promise((resolve, fail) => {
        loads.push({ fail, give: (version) => resolve({ version, payload: Buffer.alloc(1) }) });
      }),
  });
  const first = get().catch((error: Error) => error.message);
  snapshots.drop(key);
  const second = get();
  await until('both loads have begun', () => loads.length === 2);
  loads[1]!.give(2);
  await second;
  loads[0]!.fail(new Error('late'));
  expect(await first).toBe('late');
  expect(snapshots.peek(key)).toBe(await second);
});

test('[RT6] a resource without sequences has none in its state', async () => {
  const { events, get } = makeTest({ isEphemeral: true });
  events.commit(roomId, key, Buffer.alloc(1));
  expect((await get()).sequence).toBe(0);
});

test('a log has no state to load', async () => {
  const { snapshots } = makeTest();
  const log: Resource = { case: 'chatEvents', key: () => 'chatEvents' };
  await expect(snapshots.get(log, 'chatEvents', viewer)).rejects.toThrow('chatEvents has no snapshot');
});
