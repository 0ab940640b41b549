/** Voice in rooms of a whole server. */
import { create, type JsonObject } from '@bufbuild/protobuf';
import { WebRTCSignalSchema, WebRtcDescriptionType } from '@matinee/contract/gen/service/client/voice_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { type RedisProcess, startRedis } from '@matinee/testkit/process.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import type { TestSocket } from '@matinee/testkit/socket-client.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeLog } from '../../../kernel/log.ts';
import { MemoryBus } from '../../../realtime/memory-bus.fixture.ts';
import type { SignalSender } from '../../../realtime/signals.ts';
import { memoryKeyValue } from '../../../store/key-value/memory-key-value.ts';
import { makeCalls } from './calls.ts';

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;

beforeAll(async () => {
  server = await startTestServer({ settings: { 'webrtc.maxVoiceParticipantsPerRoom': 2 } });
  [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
});
afterAll(() => server?.stop());
beforeEach(async () => {
  room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
});

const voiceParticipants = { case: 'voiceParticipants', value: {} } as const;

interface Speaker {
  readonly socket: TestSocket;
  readonly peer: string;
}

/** A connected person who observes the list of speakers. */
async function enter(token: string, at = server): Promise<Speaker> {
  const socket = await at.socket(room, token);
  const { principalId, connectionId } = await socket.next('welcome');
  await socket.observe(voiceParticipants);
  return { socket, peer: `${principalId}:${connectionId}` };
}
const join = ({ socket }: Speaker, muted = false, id?: string) =>
  socket.command({ case: 'webrtcVoiceJoin', value: { muted } }, id);
const leave = ({ socket }: Speaker) => socket.command({ case: 'webrtcVoiceLeave', value: {} });
/** Waits until the list has exactly these peers, in this order. */
const untilSpeaking = ({ socket }: Speaker, ...peers: string[]) =>
  socket.change(
    'voiceParticipants',
    ({ participants }) => participants.map(({ peer }) => peer).join() === peers.join(),
  );
const offer = (sdp: string) => ({
  case: 'description' as const,
  value: { type: WebRtcDescriptionType.OFFER, sdp },
});
const change = (call: string, request: JsonObject) =>
  server.ok({ call: `RoomService.${call}`, token: anna.token, room, request });

test('[VO6] [VO9] people come and go, and all who may speak see who does', async () => {
  const [one, other] = [await enter(anna.token), await enter(berta.token)];
  await untilSpeaking(other);
  expect(await join(one)).toBeUndefined();
  const { participants } = await untilSpeaking(other, one.peer);
  expect(participants[0]).toMatchObject({ principalId: anna.id, username: anna.username, guest: false, muted: false });
  expect(await join(other, true)).toBeUndefined();
  const both = await untilSpeaking(one, one.peer, other.peer);
  expect(both.participants[1]).toMatchObject({ principalId: berta.id, muted: true });
  expect(await join(other)).toBeUndefined();
  const again = await untilSpeaking(one, one.peer, other.peer);
  expect(again.participants.map(({ muted }) => muted)).toEqual([false, false]);
  expect(again.participants[1]!.joinedAt).toEqual(both.participants[1]!.joinedAt);
  expect(await leave(one)).toBeUndefined();
  await untilSpeaking(other, other.peer);
  expect(await leave(one)).toBeUndefined();
});

test('[VO6] [VO8] [VO7] the third is refused by its operation id, until a connection of the others ends', async () => {
  const [one, other, third] = [await enter(anna.token), await enter(anna.token), await enter(berta.token)];
  expect([await join(one), await join(other)]).toEqual([undefined, undefined]);
  const id = crypto.randomUUID();
  expect(await join(third, false, id)).toBe('voice.full');
  await untilSpeaking(third, one.peer, other.peer);
  await one.socket.close();
  await untilSpeaking(third, other.peer);
  expect(await join(third)).toBeUndefined();
  await untilSpeaking(other, other.peer, third.peer);
});

test('[VO6] of many who join at once, as many as there are places get one', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, (_, i) => enter((i % 2 ? anna : berta).token)));
  const answers = await Promise.all(all.map((one) => join(one)));
  expect(answers.filter((reason) => reason === undefined)).toHaveLength(2);
  expect(answers.filter((reason) => reason === 'voice.full')).toHaveLength(6);
});

test('[VO6] a lowered limit keeps who speaks, and refuses the next', async () => {
  const own = await startTestServer({ settings: { 'webrtc.maxVoiceParticipantsPerRoom': 3 } });
  const shared = server;
  try {
    server = own;
    anna = await own.signUp('anna');
    room = await makeRoom(own, anna);
    const all = await Promise.all([1, 2, 3, 4].map(() => enter(anna.token)));
    const [one, two, three, four] = all as [Speaker, Speaker, Speaker, Speaker];
    for (const each of [one, two, three]) expect(await join(each)).toBeUndefined();
    await own.ok({
      call: 'AdminService.UpdateSettings',
      token: (await own.signIn()).token,
      request: {
        settings: { webrtc: { maxVoiceParticipantsPerRoom: 2 } },
        updateMask: 'webrtc.maxVoiceParticipantsPerRoom',
      },
    });
    expect(await join(three, true)).toBeUndefined();
    expect(await leave(one)).toBeUndefined();
    expect(await join(four)).toBe('voice.full');
    await untilSpeaking(four, two.peer, three.peer);
    await leave(two);
    expect(await join(four)).toBeUndefined();
  } finally {
    server = shared;
    anna = await server.signIn(anna.username).catch(() => server.signUp('anna'));
    await own.stop();
  }
});

test('[VO7] whoever loses the right to speak loses the place, and everybody does when the room switches voice off', async () => {
  const [one, other] = [await enter(anna.token), await enter(berta.token)];
  expect([await join(one), await join(other)]).toEqual([undefined, undefined]);
  await untilSpeaking(one, one.peer, other.peer);
  await change('UpdateMemberPermissions', {
    user_id: berta.id,
    replace_permissions: true,
    removed_permissions: ['use_voice_chat'],
  });
  await untilSpeaking(one, one.peer);
  expect(await join(other)).toBe('call.missing_permission');
  await change('UpdateRoomSettings', { settings: { voice_enabled: false } });
  await untilSpeaking(one);
  expect(await join(one)).toBe('voice.disabled');
});

test('[VO10] what one tells another arrives there, from them, and nowhere else', async () => {
  const [one, other, third] = [await enter(anna.token), await enter(berta.token), await enter(anna.token)];
  expect([await join(one), await join(other)]).toEqual([undefined, undefined]);
  await untilSpeaking(one, one.peer, other.peer);
  const tell = (peer: string, signal: object = offer('v=0')) =>
    one.socket.send({ case: 'webrtcSignal', value: { peer, signal: signal as never } });
  tell(other.peer);
  expect(await other.socket.next('webrtcSignal')).toMatchObject({ peer: one.peer, signal: offer('v=0') });
  tell(other.peer, { case: 'candidates', value: { candidates: [{ candidate: 'candidate:1', sdpMid: '0' }] } });
  expect((await other.socket.next('webrtcSignal')).signal).toMatchObject({
    value: { candidates: [{ candidate: 'candidate:1', sdpMid: '0' }] },
  });
  for (const peer of [third.peer, one.peer, `${berta.id}:con_unknown`]) {
    tell(peer);
    expect((await one.socket.next('error')).code).toBe('voice.no_such_peer');
  }
  third.socket.send({ case: 'webrtcSignal', value: { peer: one.peer, signal: offer('v=0') } });
  expect((await third.socket.next('error')).code).toBe('voice.not_joined');
  for (const signal of [
    offer('x'.repeat(10_001)),
    offer(`${'x'.repeat(9_998)}ü ü`),
    offer(''),
    { case: 'candidates', value: { candidates: [{ candidate: 'x'.repeat(501) }] } },
    { case: 'candidates', value: { candidates: Array.from({ length: 33 }, () => ({ candidate: '' })) } },
    { case: 'candidates', value: { candidates: [] } },
  ]) {
    tell(other.peer, signal);
    expect((await one.socket.next('error')).code).toBe('realtime.bad_frame');
  }
  tell(other.peer, offer('the last'));
  expect((await other.socket.next('webrtcSignal')).signal).toMatchObject(offer('the last'));
  const heard = [one, third].flatMap(({ socket }) => socket.frames).filter((f) => f.message.case === 'webrtcSignal');
  expect(heard).toEqual([]);
});

test('[VO9] [VO6] guests speak and see who does as the room allows', async () => {
  await change('UpdateRoomSettings', {
    settings: { allow_guests: true, guest_permissions: { added: ['use_voice_chat'] } },
  });
  const guest = async () =>
    (await server.rest({ call: 'AuthService.CreateGuestToken', request: { room_id: room } })).json;
  const one = await enter((await guest()).guestToken);
  expect(await join(one)).toBeUndefined();
  const { participants } = await untilSpeaking(one, one.peer);
  expect(participants[0]).toMatchObject({ guest: true });
  await change('UpdateRoomSettings', { settings: { guest_permissions: { added: ['view_members'] } } });
  const other = await server.socket(room, (await guest()).guestToken);
  other.send({ case: 'observeResource', value: { observeId: 'voice', resource: voiceParticipants } });
  expect((await other.next('resourceObserveError')).code).toBe('realtime.not_permitted');
});

test('[VO12] without a connection nobody joins or leaves', async () => {
  const alone = (name: string, by = anna) =>
    server.grpc.call({ call: `RoomService.${name}`, token: by.token, room, request: {} });
  for (const name of ['JoinVoice', 'LeaveVoice'])
    expect(await alone(name)).toMatchObject({ reason: 'call.connection_required' });
  expect(await alone('JoinVoice', await server.signUp('carla'))).toMatchObject({ reason: 'call.not_a_member' });
});

test('[VO10] 100 signals at once are passed on, and more are refused', async () => {
  const clock = new FakeClock();
  const log = makeLog('silent');
  let participants = () => 0;
  const { bindings, signals } = makeCalls({
    clock,
    log,
    bus: new MemoryBus(),
    keys: memoryKeyValue({ clock, log }),
    replicaId: 'here',
    most: () => 2,
    isOn: async () => true,
    publish: () => undefined,
    metrics: {
      gauge: (_name, _help, read) => {
        participants = read;
      },
    },
  });
  const principal = { kind: 'user', userId: 'usr_1', username: 'anna' };
  const { run } = bindings.find(({ method }) => method.name === 'JoinVoice')!;
  let heard = 0;
  for (const connectionId of ['con_1', 'con_2']) {
    const send = () => {
      heard += 1;
    };
    const connection = { connectionId, send, watch: () => () => undefined };
    await run({ muted: false }, { room: { roomId: 'room_1' }, principal, connection });
  }
  expect(participants()).toBe(2);
  const sender = { roomId: 'room_1', principal, connectionId: 'con_1' } as SignalSender;
  const tell = () => signals.webrtcSignal!(sender, create(WebRTCSignalSchema, { peer: 'usr_1:con_2' }));
  for (let i = 0; i < 100; i += 1) tell();
  expect(tell).toThrow(expect.objectContaining({ reason: 'voice.too_many_signals' }));
  expect(heard).toBe(100);
});

describe.skipIf(!hasProgram('redis-server'))('two replicas and a Redis', () => {
  let redis: RedisProcess;
  let one: TestServer;
  let other: TestServer;
  beforeAll(async () => {
    redis = await startRedis();
    const config = { 'redis.url': `redis://127.0.0.1:${redis.port}` };
    const settings = { 'webrtc.maxVoiceParticipantsPerRoom': 2 };
    one = await startTestServer({ config, settings });
    other = await startTestServer({ config, database: one.database });
  });
  afterAll(async () => {
    await Promise.all([one?.stop(), other?.stop()]);
    await redis?.stop();
  });

  test('[VO6] [VO7] [VO9] [VO10] people at one speak with those at the other', async () => {
    const [carla, dora] = [await one.signUp('carla'), await other.signUp('dora')];
    room = await makeRoom(one, carla);
    await joinRoom(other, room, dora);
    const [here, there] = [await enter(carla.token, one), await enter(dora.token, other)];
    const late = await enter(dora.token, other);
    expect([await join(here), await join(there)]).toEqual([undefined, undefined]);
    await untilSpeaking(here, here.peer, there.peer);
    await untilSpeaking(there, here.peer, there.peer);
    expect(await join(late)).toBe('voice.full');
    there.socket.send({ case: 'webrtcSignal', value: { peer: here.peer, signal: offer('from there') } });
    expect(await here.socket.next('webrtcSignal')).toMatchObject({ peer: there.peer, signal: offer('from there') });
    await here.socket.close();
    await untilSpeaking(late, there.peer);
    expect(await join(late)).toBeUndefined();
  });
});
