/** Media between peers in rooms of a whole server. */
import { create, type JsonObject } from '@bufbuild/protobuf';
import { SwarmSignalSchema } from '@matinee/contract/gen/service/client/swarms_pb.ts';
import { WebRtcDescriptionType } from '@matinee/contract/gen/service/client/voice_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import type { TestSocket } from '@matinee/testkit/socket-client.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeLog } from '../../../kernel/log.ts';
import { systemRandom } from '../../../kernel/random.ts';
import { MemoryBus } from '../../../realtime/memory-bus.fixture.ts';
import type { SignalSender } from '../../../realtime/signals.ts';
import { memoryKeyValue } from '../../../store/key-value/memory-key-value.ts';
import type { FullRoomSettings } from '../../rooms/rooms/room-settings.ts';
import { drawPeers } from './draw-peers.ts';
import { swarmsFeature } from './swarms.feature.ts';
import { makeSwarmTickets, swarmIdOf } from './tickets.ts';

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;

beforeAll(async () => {
  server = await startTestServer();
  [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
});
afterAll(() => server?.stop());
beforeEach(async () => {
  room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
});

const call = (name: string, request: object, by = anna) =>
  server.ok({ call: `RoomService.${name}`, token: by.token, room, request: request as JsonObject });

async function play(url: string): Promise<string> {
  const { media } = await call('AddMedia', { source: { direct_url: { url } } });
  await call('StartPlayback', { media_id: media.id });
  return media.id;
}

interface Delivery {
  readonly swarm_id: string;
  readonly swarm_ticket: string;
  readonly expires_at: string;
}
/** The first media of each mode, as the caller gets it. */
async function deliveries(by: TestUser): Promise<(Delivery | undefined)[]> {
  const { playback } = await call('GetPlayback', {}, by);
  const infos: readonly { medias: readonly { p2p_delivery?: Delivery }[] }[] = Object.values(playback.playback_infos);
  return infos.map(({ medias }) => medias[0]!.p2p_delivery);
}
const hls = 'https://media.example.org/film.m3u8';

interface Peer {
  readonly socket: TestSocket;
  readonly peer: string;
  readonly ticket: string;
  readonly swarmId: string;
}

async function connect(by: TestUser): Promise<Peer> {
  const [delivery] = await deliveries(by);
  const socket = await server.socket(room, by.token);
  const { principalId, connectionId } = await socket.next('welcome');
  const { swarm_ticket: ticket, swarm_id: swarmId } = delivery!;
  return { socket, peer: `${principalId}:${connectionId}`, ticket, swarmId };
}
const join = ({ socket, ticket }: Peer, stream = 'main') =>
  socket.command({ case: 'swarmJoin', value: { swarmTicket: ticket, stream } });
const peersFor = async ({ socket }: Peer) => [...(await socket.next('swarmPeers')).peers].sort();

test('[SW1] the swarm is the same for all who get the same media, and another one for others', async () => {
  await play(hls);
  const [one, other] = [await deliveries(anna), await deliveries(berta)];
  expect(one.length).toBeGreaterThan(0);
  expect(new Set([...one, ...other].map((delivery) => delivery?.swarm_id)).size).toBe(1);
  expect(one[0]!.swarm_ticket).not.toBe(other[0]!.swarm_ticket);
  const leftMs = new Date(one[0]!.expires_at).getTime() - Date.now();
  expect(leftMs / 3_600_000).toBeCloseTo(24, 1);
  const swarmId = one[0]!.swarm_id;
  await play('https://media.example.org/other.m3u8');
  expect((await deliveries(anna))[0]!.swarm_id).not.toBe(swarmId);
  await play('https://media.example.org/film.mp4');
  expect((await deliveries(anna)).filter(Boolean)).toEqual([]);
});

test('[SW1] what is observed, rooms without it and people without the right have none', async () => {
  await play(hls);
  const socket = await server.socket(room, anna.token);
  await socket.observe({ case: 'playback', value: {} });
  const { playbackInfos } = await socket.change('playback');
  const observed = Object.values(playbackInfos).flatMap(({ medias }) => medias);
  expect(observed).not.toEqual([]);
  expect(observed.filter(({ p2pDelivery }) => p2pDelivery)).toEqual([]);
  await call('UpdateMemberPermissions', {
    user_id: berta.id,
    replace_permissions: true,
    removed_permissions: ['use_p2p_media'],
  });
  expect((await deliveries(berta)).filter(Boolean)).toEqual([]);
  expect((await deliveries(anna)).filter(Boolean)).not.toEqual([]);
  await call('UpdateRoomSettings', { settings: { p2p_media_enabled: false } });
  expect((await deliveries(anna)).filter(Boolean)).toEqual([]);
});

test('[SW2] a ticket serves one account in one room, for 24 hours', () => {
  const clock = new FakeClock();
  const tickets = makeSwarmTickets('secret', clock);
  const grant = { roomId: 'room_1', swarmId: swarmIdOf('room_1', 'film'), userId: 'usr_1' };
  const { ticket, expiresAtMs } = tickets.make(grant);
  expect(tickets.read(ticket, grant)).toBe(grant.swarmId);
  expect(tickets.read(ticket, { ...grant, userId: 'usr_2' })).toBeUndefined();
  expect(tickets.read(ticket, { ...grant, roomId: 'room_2' })).toBeUndefined();
  expect(makeSwarmTickets('another', clock).read(ticket, grant)).toBeUndefined();
  const [swarmId, end, signature] = ticket.split('.');
  for (const forged of [
    '',
    '..',
    `${swarmId}.${Number(end) + 1}.${signature}`,
    `x${swarmId}.${end}.${signature}`,
    `${ticket}.more`,
    `${swarmId}.${end}.${signature}=`,
  ])
    expect(tickets.read(forged, grant)).toBeUndefined();
  clock.advance(expiresAtMs - clock.nowMs());
  expect(tickets.read(ticket, grant)).toBeUndefined();
});

test('[SW3] [SW5] who joins is told who is there, and they signal to each other', async () => {
  await play(hls);
  const [one, other] = [await connect(anna), await connect(berta)];
  expect(await join(one)).toBeUndefined();
  expect(await peersFor(one)).toEqual([]);
  expect(await join(other)).toBeUndefined();
  expect(await peersFor(other)).toEqual([one.peer]);
  expect(await join(one)).toBeUndefined();
  expect(await peersFor(one)).toEqual([other.peer]);
  expect(await join(other, 'audio')).toBeUndefined();
  expect(await peersFor(other)).toEqual([]);
  const tell = (from: Peer, to: string, stream = 'main') => {
    const description = { type: WebRtcDescriptionType.OFFER, sdp: `from ${from.peer}` };
    const signal = { case: 'description' as const, value: description };
    from.socket.send({ case: 'swarmSignal', value: { swarmId: from.swarmId, stream, peer: to, signal } });
  };
  tell(other, one.peer);
  expect(await one.socket.next('swarmSignal')).toMatchObject({
    swarmId: one.swarmId,
    stream: 'main',
    peer: other.peer,
    signal: { value: { sdp: `from ${other.peer}` } },
  });
  tell(other, one.peer, 'audio');
  expect((await other.socket.next('error')).code).toBe('swarms.no_such_peer');
  tell(one, other.peer, 'audio');
  expect((await one.socket.next('error')).code).toBe('swarms.not_joined');
  expect(
    await one.socket.command({ case: 'swarmLeave', value: { swarmId: one.swarmId, stream: 'main' } }),
  ).toBeUndefined();
  tell(one, other.peer);
  expect((await one.socket.next('error')).code).toBe('swarms.not_joined');
});

test('[SW3] a connection is in 16 streams at most, and an answer names 16 peers', async () => {
  await play(hls);
  const one = await connect(anna);
  for (let i = 0; i < 16; i += 1) expect(await join(one, `s${i}`)).toBeUndefined();
  expect(await join(one, 's16')).toBe('swarms.too_many');
  expect(await join(one, 's3')).toBeUndefined();
  await one.socket.command({ case: 'swarmLeave', value: { swarmId: one.swarmId, stream: 's3' } });
  expect(await join(one, 's16')).toBeUndefined();
  const others = Array.from({ length: 40 }, (_, i) => `peer ${i}`);
  const drawn = drawPeers(others, systemRandom);
  expect(new Set(drawn).size).toBe(16);
  expect(others).toEqual(expect.arrayContaining(drawn));
});

test('[SW4] the place ends with the right, with what the room allows, and with the connection', async () => {
  await play(hls);
  const [one, other] = [await connect(anna), await connect(berta)];
  expect([await join(one), await join(other)]).toEqual([undefined, undefined]);
  await peersFor(one);
  await call('UpdateMemberPermissions', {
    user_id: berta.id,
    replace_permissions: true,
    removed_permissions: ['use_p2p_media'],
  });
  const others = async () => {
    await join(one);
    return peersFor(one);
  };
  await expect.poll(others).toEqual([]);
  expect(await join(other)).toBe('call.missing_permission');
  await call('UpdateRoomSettings', { settings: { p2p_media_enabled: false } });
  expect(await join(one)).toBe('swarms.disabled');
});

test('[SW3] [SW5] a stream takes 200 connections, each of which tells others 100 things at once', async () => {
  const clock = new FakeClock();
  const log = makeLog('silent');
  const tickets = makeSwarmTickets('secret', clock);
  let places = () => 0;
  const feature = swarmsFeature({
    clock,
    log,
    bus: new MemoryBus(),
    keys: memoryKeyValue({ clock, log }),
    replicaId: 'here',
    random: systemRandom,
    rooms: { getSettings: async () => ({ p2pMediaEnabled: true }) as FullRoomSettings },
    tickets,
    metrics: {
      gauge: (_name, _help, read) => {
        places = read;
      },
    },
  });
  const { run } = feature.bindings!.find(({ method }) => method.name === 'JoinSwarm')!;
  const about = { roomId: 'room_1', userId: 'usr_1' };
  const { ticket } = tickets.make({ ...about, swarmId: 'film' });
  const join = (connectionId: string) => {
    const connection = { connectionId, send: () => undefined, watch: () => () => undefined };
    const principal = { kind: 'user', userId: about.userId };
    return run({ swarmTicket: ticket, stream: 'main' }, { room: { roomId: about.roomId }, principal, connection });
  };
  for (let i = 0; i < 200; i += 1) await join(`con_${i}`);
  await expect(join('con_200')).rejects.toMatchObject({ reason: 'swarms.full' });
  expect(places()).toBe(200);
  const signal = create(SwarmSignalSchema, { swarmId: 'film', stream: 'main', peer: 'usr_1:con_1' });
  const sender = { roomId: about.roomId, principal: { kind: 'user', userId: about.userId }, connectionId: 'con_0' };
  const tell = () => feature.signals!.swarmSignal!(sender as SignalSender, signal);
  for (let i = 0; i < 100; i += 1) tell();
  expect(tell).toThrow(expect.objectContaining({ reason: 'swarms.too_many_signals' }));
});
