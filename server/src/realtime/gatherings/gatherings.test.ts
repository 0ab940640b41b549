/** Two replicas that share a store; the test moves its clock. */
import { fromBinary } from '@bufbuild/protobuf';
import { Permission, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { ServerMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { WebRtcDescriptionType } from '@matinee/contract/gen/service/client/voice_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import type { ConnectionWatcher, RoomConnection } from '../../kernel/call.ts';
import { nextTurn } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { makeLog } from '../../kernel/log.ts';
import { memoryKeyValue } from '../../store/key-value/memory-key-value.ts';
import { storeErrors } from '../../store/store.errors.ts';
import { serverFrame } from '../frames.ts';
import { MemoryBus } from '../memory-bus.fixture.ts';
import { foldMs } from './gathering.ts';
import { Gatherings } from './gatherings.ts';

const room = 'room_1';
const log = makeLog('silent');
const fail = (reason: string) => () => new AppError('failed_precondition', reason, reason);
const errors = {
  full: fail('full'),
  not_joined: fail('not_joined'),
  no_such_peer: fail('no_such_peer'),
  too_many_signals: fail('too_many_signals'),
};

/** A connection that remembers what was sent to it. */
class FakeConnection implements RoomConnection {
  readonly connectionId: string;
  readonly heard: { readonly from: string; readonly sdp: string }[] = [];
  readonly #watchers = new Set<ConnectionWatcher>();
  #hasEnded = false;

  constructor(connectionId: string) {
    this.connectionId = connectionId;
  }

  get peer(): string {
    return `usr_1:${this.connectionId}`;
  }

  send(frame: Uint8Array): void {
    const { message } = fromBinary(ServerMessageSchema, frame);
    if (message.case !== 'webrtcSignal' || message.value.signal.case !== 'description') throw new Error('no signal');
    this.heard.push({ from: message.value.peer, sdp: message.value.signal.value.sdp });
  }

  watch(watcher: ConnectionWatcher): () => void {
    if (this.#hasEnded) watcher.ended();
    else this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  end(): void {
    this.#hasEnded = true;
    for (const watcher of this.#watchers) watcher.ended();
  }

  check(...permissions: Permission[]): void {
    const standing = { roomId: room, role: RoomRole.MEMBER, permissions: new Set(permissions) };
    for (const watcher of this.#watchers) watcher.standingChecked(standing);
  }
}

interface Fakes {
  most?: number;
}

function makeReplicas({ most = 8 }: Fakes = {}) {
  const [clock, bus] = [new FakeClock(), new MemoryBus()];
  const keys = memoryKeyValue({ clock, log });
  const state = { most, isOn: true, isAway: false };
  const guarded = new Proxy(keys, {
    get: (target, name) => {
      if (state.isAway) return () => Promise.reject(storeErrors.key_value_unavailable());
      return target[name as keyof typeof target];
    },
  });
  function makeReplica(replicaId: string) {
    const shown: string[][] = [];
    const calls = new Gatherings<string>({
      kind: 'test',
      clock,
      log,
      bus,
      keys: guarded,
      replicaId,
      most: () => state.most,
      errors,
      mayStay: async ({ permissions }) => state.isOn && permissions.has(Permission.USE_VOICE_CHAT),
      changed: (_, places) => void shown.push([...places.keys()]),
    });
    return {
      calls,
      shown: () => shown.at(-1) ?? [],
      changes: () => shown.length,
      join: (connection: FakeConnection) =>
        calls.use(room, (call) => call.join(connection.peer, connection, connection.connectionId)),
      list: () => calls.use(room, (call) => call.list()),
      signal: (from: FakeConnection, to: FakeConnection, sdp = 'v=0') =>
        calls.pass(room, from.peer, to.peer, offer(from.peer, sdp)),
    };
  }
  const replicas = { here: makeReplica('here'), there: makeReplica('there') };
  /** Lets all pending work run, and collected changes be sent. */
  async function settle(): Promise<void> {
    for (const ms of [foldMs, 0]) {
      for (let i = 0; i < 5; i += 1) await nextTurn();
      clock.advance(ms);
    }
    for (let i = 0; i < 5; i += 1) await nextTurn();
  }
  return { clock, state, settle, ...replicas };
}

function offer(peer: string, sdp: string) {
  const signal = { case: 'description' as const, value: { type: WebRtcDescriptionType.OFFER, sdp } };
  return serverFrame({ case: 'webrtcSignal', value: { peer, signal } });
}

test('[RT35] [RT37] two replicas show the same list, and pass on signals from one to the other', async () => {
  const { settle, here, there } = makeReplicas();
  there.calls.observed(room, true);
  const [one, other, third] = ['a', 'b', 'c'].map((id) => new FakeConnection(id)) as [
    FakeConnection,
    FakeConnection,
    FakeConnection,
  ];
  await here.join(one);
  await there.join(other);
  await there.join(third);
  await settle();
  expect(here.shown()).toEqual([one.peer, other.peer, third.peer]);
  expect(there.shown()).toEqual(here.shown());
  here.signal(one, other, 'to the other');
  there.signal(other, third, 'to the third');
  there.signal(third, one, 'back');
  await settle();
  expect([one, other, third].map(({ heard }) => heard)).toEqual([
    [{ from: third.peer, sdp: 'back' }],
    [{ from: one.peer, sdp: 'to the other' }],
    [{ from: other.peer, sdp: 'to the third' }],
  ]);
  other.end();
  await settle();
  expect(here.shown()).toEqual([one.peer, third.peer]);
  expect(() => here.signal(one, other)).toThrow(expect.objectContaining({ reason: 'no_such_peer' }));
});

test('[RT35] replicas count together, and the last place goes to one', async () => {
  const { here, there, state } = makeReplicas({ most: 2 });
  const connections = Array.from({ length: 6 }, (_, i) => new FakeConnection(`c${i}`));
  const answers = await Promise.allSettled(connections.map((one, i) => (i % 2 ? here : there).join(one)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  state.most = 3;
  await here.join(connections.find((_, i) => answers[i]!.status === 'rejected')!);
});

test('[RT36] [VO7] places of a replica that has died are free after 15 s, those of one that lives are not', async () => {
  const { settle, clock, here, there } = makeReplicas({ most: 2 });
  await here.calls.start();
  const [one, lost, next] = [new FakeConnection('a'), new FakeConnection('b'), new FakeConnection('c')];
  await here.join(one);
  // The second replica is not started, so it never renews this place.
  await there.join(lost);
  await settle();
  expect(here.shown()).toEqual([one.peer, lost.peer]);
  for (let passed = 0; passed < 15; passed += 5) {
    await expect(here.join(next)).rejects.toMatchObject({ reason: 'full' });
    clock.advance(5_000);
    await settle();
  }
  expect(here.shown()).toEqual([one.peer]);
  await here.join(next);
  await settle();
  expect(here.shown()).toEqual([one.peer, next.peer]);
  await here.calls.stop();
});

test('[RT36] a right that was taken away ends the place, and so does a room without voice', async () => {
  const { settle, here, state } = makeReplicas();
  const [one, other] = [new FakeConnection('a'), new FakeConnection('b')];
  await here.join(one);
  await here.join(other);
  one.check(Permission.USE_VOICE_CHAT);
  other.check(Permission.VIEW_MEMBERS);
  await settle();
  expect(here.shown()).toEqual([one.peer]);
  state.isOn = false;
  one.check(Permission.USE_VOICE_CHAT);
  await settle();
  expect(here.shown()).toEqual([]);
});

test('[RT36] a connection that ended while it joined has no place', async () => {
  const { settle, here } = makeReplicas();
  const one = new FakeConnection('a');
  const joining = here.join(one);
  one.end();
  await joining;
  await settle();
  expect(here.shown()).toEqual([]);
  expect(await here.list()).toEqual(new Map());
});

test('[RT36] [VO11] while the store is away nobody joins, and those who speak go on', async () => {
  const { settle, clock, here, state } = makeReplicas();
  await here.calls.start();
  const [one, other, late] = ['a', 'b', 'c'].map((id) => new FakeConnection(id)) as [
    FakeConnection,
    FakeConnection,
    FakeConnection,
  ];
  await here.join(one);
  await here.join(other);
  await settle();
  state.isAway = true;
  await expect(here.join(late)).rejects.toMatchObject({ reason: 'store.key_value_unavailable' });
  clock.advance(20_000);
  await settle();
  here.signal(one, other, 'still here');
  expect(other.heard.at(-1)).toEqual({ from: one.peer, sdp: 'still here' });
  state.isAway = false;
  clock.advance(5_000);
  await settle();
  expect(here.shown()).toEqual([one.peer, other.peer]);
  await here.calls.stop();
});

test('[RT37] [VO10] 100 signals at once and 20 a second are passed on, more are refused', async () => {
  const { clock, here } = makeReplicas();
  const [one, other] = [new FakeConnection('a'), new FakeConnection('b')];
  await here.join(one);
  await here.join(other);
  const tell = () => here.signal(one, other);
  for (let i = 0; i < 100; i += 1) tell();
  const tooMany = expect.objectContaining({ reason: 'too_many_signals' });
  expect(tell).toThrow(tooMany);
  clock.advance(1_000);
  for (let i = 0; i < 20; i += 1) tell();
  expect(tell).toThrow(tooMany);
  expect(other.heard).toHaveLength(120);
});

test('[RT35] changes that follow one another are told together', async () => {
  const { settle, here, there } = makeReplicas({ most: 20 });
  there.calls.observed(room, true);
  await there.list();
  for (let i = 0; i < 10; i += 1) await here.join(new FakeConnection(`c${i}`));
  await settle();
  expect(there.shown()).toHaveLength(10);
  expect(there.changes()).toBeLessThan(5);
});
