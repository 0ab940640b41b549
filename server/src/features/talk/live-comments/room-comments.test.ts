/** Two replicas with one room, in memory. */
import { type LiveComments, LiveCommentsState } from '@matinee/contract/gen/service/client/live_comments_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { beforeEach, expect, test } from 'vitest';
import { nextTurn } from '../../../kernel/clock.ts';
import { makeLog } from '../../../kernel/log.ts';
import { systemRandom } from '../../../kernel/random.ts';
import { decodePayload } from '../../../realtime/frames.ts';
import { MemoryBus } from '../../../realtime/memory-bus.fixture.ts';
import { memoryKeyValue } from '../../../store/key-value/memory-key-value.ts';
import { type FakeConnection, fakeChat, talk } from './comment-connection.fixture.ts';
import { type Commented, type RoomCommentParts, RoomComments } from './room-comments.ts';

const log = makeLog('silent');
let clock: FakeClock;
let bus: MemoryBus;
let upstream: ReturnType<typeof fakeChat>;
let playing: Commented | undefined;
let replicas: number;
let here: Replica;
let there: Replica;

type Keys = RoomCommentParts['keys'];
interface Replica {
  readonly room: RoomComments;
  /** The messages that its viewers got. */
  readonly told: LiveComments[];
  readonly texts: () => string[];
}

function liveCommentsIn(payload: Uint8Array): LiveComments {
  const { resource } = decodePayload(payload);
  if (resource.case !== 'liveComments') throw new Error('not live comments');
  return resource.value;
}

function replica(replicaId: string, keys: Keys): Replica {
  const told: LiveComments[] = [];
  const room = new RoomComments('room_1', {
    replicaId,
    replicaCount: () => replicas,
    keys,
    bus,
    clock,
    log,
    random: systemRandom,
    connect: upstream.connect,
    findPlaying: async () => playing,
    publish: (_, payload) => void told.push(liveCommentsIn(payload)),
  });
  return { room, told, texts: () => told.flatMap(({ comments }) => comments.map(({ text }) => text)) };
}

beforeEach(() => {
  clock = new FakeClock();
  bus = new MemoryBus();
  upstream = fakeChat();
  replicas = 2;
  playing = { mediaId: 'med_1', name: 'med_1 1', talk: async () => talk };
  const keys = memoryKeyValue({ clock, log });
  [here, there] = [replica('here', keys), replica('there', keys)];
});

const settle = async () => {
  for (let i = 0; i < 5; i += 1) await nextTurn();
};
/** Lets time pass and claims the lease every second; the feature does so every three seconds. */
async function pass(ms: number) {
  for (let left = ms; left > 0; left -= 1_000) {
    clock.advance(Math.min(left, 1_000));
    for (const { room } of [here, there]) room.claim();
    await settle();
  }
}
const look = async ({ room }: Replica) => {
  const state = liveCommentsIn(await room.look());
  await settle();
  return state;
};
async function acceptConnection(connection: FakeConnection = upstream.connections.at(-1)!) {
  connection.listener.onOpen();
  connection.frame('in');
  await pass(200);
  return connection;
}

test('[LC2] [LC3] one replica is connected, and the viewers of both hear the same, once', async () => {
  await look(here);
  await look(there);
  const line = await acceptConnection();
  for (const text of ['one', 'two']) line.frame(text);
  await pass(200);
  expect(upstream.connections).toHaveLength(1);
  expect([here.texts(), there.texts()]).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ]);
  expect(here.told.at(-1)).toEqual(there.told.at(-1));
  expect(here.told.at(-1)).toMatchObject({ mediaId: 'med_1', state: LiveCommentsState.OPEN });
});

test('[LC1] who comes later knows the newest, on the other replica too', async () => {
  await look(here);
  const line = await acceptConnection();
  line.frame('one');
  await pass(200);
  expect(await look(here)).toMatchObject({ state: LiveCommentsState.OPEN, comments: [{ text: 'one' }] });
  await look(there);
  await pass(1_000);
  expect(there.told.at(-1)).toMatchObject({ state: LiveCommentsState.OPEN, comments: [{ text: 'one' }] });
});

test('[LC2] when the replica with the connection goes, the other takes over', async () => {
  await look(here);
  await look(there);
  await acceptConnection();
  here.room.close();
  await pass(3_000);
  expect([upstream.connections.length, upstream.connections[0]!.isClosed]).toEqual([2, true]);
  const line = await acceptConnection();
  line.frame('again');
  await pass(200);
  expect(there.texts()).toEqual(['again']);
});

test('[LC2] one that is dead without a word is followed when its right ends', async () => {
  await look(here);
  await look(there);
  await acceptConnection();
  for (let i = 0; i < 10; i += 1) {
    clock.advance(1_000);
    there.room.claim();
    await settle();
  }
  clock.advance(1_000);
  there.room.claim();
  await settle();
  expect(upstream.connections).toHaveLength(2);
});

test('[LC8] replicas that cannot reach each other have a connection each, and one again when they can', async () => {
  // At first each replica has its own keys, as while the store is away. Then they share the keys of the first.
  const own = memoryKeyValue({ clock, log });
  const shared = memoryKeyValue({ clock, log });
  let isApart = true;
  const keys: Keys = {
    compareAndSet: (...given) => (isApart ? own : shared).compareAndSet(...given),
    delete: (key) => (isApart ? own : shared).delete(key),
  };
  [here, there] = [replica('here', shared), replica('there', keys)];
  bus.isLossy = true;
  await look(here);
  await look(there);
  expect(upstream.connections).toHaveLength(2);
  for (const line of upstream.connections) await acceptConnection(line);
  [isApart, bus.isLossy] = [false, false];
  await pass(3_000);
  expect(upstream.connections.map(({ isClosed }) => isClosed)).toEqual([false, true]);
  upstream.connections[0]!.frame('for both');
  await pass(200);
  expect([here.texts(), there.texts()]).toEqual([['for both'], ['for both']]);
});

test('[LC7] something else that plays ends what was heard, and its comments come in place', async () => {
  await look(here);
  const first = await acceptConnection();
  first.frame('waits');
  playing = { mediaId: 'med_2', name: 'med_2 1', talk: async () => talk };
  expect(await look(here)).toMatchObject({ mediaId: 'med_2', state: LiveCommentsState.CONNECTING, comments: [] });
  first.listener.onFrame(Buffer.from('late'));
  const second = await acceptConnection();
  second.frame('new');
  await pass(200);
  expect([first.isClosed, here.texts()]).toEqual([true, ['new']]);
  playing = undefined;
  expect(await look(here)).toMatchObject({ state: LiveCommentsState.NONE, comments: [] });
  expect([second.isClosed, upstream.connections.length]).toEqual([true, 2]);
});

test('[LC7] what another replica says of an earlier item reaches nobody', async () => {
  await look(here);
  await look(there);
  const line = await acceptConnection();
  playing = { mediaId: 'med_2', name: 'med_2 1', talk: async () => talk };
  await look(there);
  line.frame('of the first');
  await pass(200);
  expect(there.texts()).toEqual([]);
});

test('[LC3] ten thousand messages a second are forty every fifth of it, and few bytes', async () => {
  await look(here);
  await look(there);
  const line = await acceptConnection();
  here.told.length = 0;
  bus.told.length = 0;
  for (let tick = 0; tick < 5; tick += 1) {
    for (let i = 0; i < 2_000; i += 1) line.frame(`${tick} ${i}`);
    await settle();
    clock.advance(200);
  }
  expect(here.told.map(({ comments }) => comments.length)).toEqual([40, 40, 40, 40, 40]);
  expect(here.texts().at(-1)).toBe('4 1999');
  expect(bus.told).toHaveLength(5);
  expect(bus.told.join('').length).toBeLessThan(32_768);
});

test('alone, a replica tells no others', async () => {
  replicas = 1;
  await look(here);
  const line = await acceptConnection();
  line.frame('one');
  await pass(200);
  expect([here.texts(), bus.told]).toEqual([['one'], []]);
});
