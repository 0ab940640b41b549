import type { JsonObject } from '@bufbuild/protobuf';
import type { FilmReaction } from '@matinee/contract/gen/service/client/film_reactions_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextTurn } from '../../../kernel/clock.ts';
import { decodePayload } from '../../../realtime/frames.ts';
import { MemoryBus } from '../../../realtime/memory-bus.fixture.ts';
import { collectMs, hearReactions, type RoomReactionParts, SentReactions } from './room-reactions.ts';

const anna = { userId: 'usr_a', username: 'anna', displayName: 'anna' };
const berta = { userId: 'usr_b', username: 'berta', displayName: 'berta' };

function reactionsIn(payload: Uint8Array): readonly FilmReaction[] {
  const { resource } = decodePayload(payload);
  return resource.case === 'filmReactions' ? resource.value.reactions : [];
}

describe('two replicas', () => {
  function replicas(count: number) {
    const [clock, bus] = [new FakeClock(), new MemoryBus()];
    const make = (replicaId: string) => {
      const told: Uint8Array[] = [];
      const publish = (_: string, payload: Uint8Array) => void told.push(payload);
      const parts: RoomReactionParts = { clock, bus, replicaId, replicaCount: () => count, publish };
      hearReactions(parts, 'room_1');
      return { told, sent: new SentReactions(parts) };
    };
    return { clock, here: make('here'), there: make('there') };
  }
  const pass = async (clock: FakeClock) => {
    clock.advance(collectMs);
    for (let i = 0; i < 3; i += 1) await nextTurn();
  };

  test('[FLY2] what comes together is one change, the same bytes on each', async () => {
    const { clock, here, there } = replicas(2);
    for (let i = 0; i < 3; i += 1) here.sent.add('room_1', '😂', anna);
    here.sent.add('room_1', '❤️', berta);
    expect(here.told).toEqual([]);
    await pass(clock);
    expect([here.told.length, there.told.length]).toEqual([1, 1]);
    expect(Buffer.from(there.told[0]!)).toEqual(Buffer.from(here.told[0]!));
    expect(reactionsIn(here.told[0]!)).toMatchObject([
      { reactionKey: '😂', count: 3, ...anna },
      { reactionKey: '❤️', count: 1, ...berta },
    ]);
    await pass(clock);
    expect(here.told.length).toBe(1);
  });

  test('[FLY2] other rooms hear nothing, and a replica alone tells no other', async () => {
    const { clock, here, there } = replicas(1);
    here.sent.add('room_1', '😂', anna);
    await pass(clock);
    expect([here.told.length, there.told.length]).toEqual([1, 0]);
    const pair = replicas(2);
    pair.here.sent.add('room_2', '😂', anna);
    await pass(pair.clock);
    expect(pair.there.told).toEqual([]);
  });

  test('[FLY3] a flood is told with 40 senders and 20 numbers at most', async () => {
    const { clock, here } = replicas(1);
    for (let i = 0; i < 5_000; i += 1)
      here.sent.add('room_1', `key_${i % 100}`, {
        userId: `usr_${i}`,
        username: `user ${i}`,
        displayName: `user ${i}`,
      });
    await pass(clock);
    const reactions = reactionsIn(here.told[0]!);
    expect(reactions.filter(({ userId }) => userId !== undefined).length).toBe(40);
    expect(reactions.length).toBe(60);
    expect(reactions.at(-1)).toMatchObject({ reactionKey: 'key_59', count: 50 });
  });
});

describe('in a room', () => {
  let server: TestServer;
  let owner: TestUser;
  let member: TestUser;
  let room: string;
  const query = { case: 'filmReactions', value: {} } as const;
  const send = (user: TestUser, reaction_key: string) =>
    server.rest({ call: 'RoomService.SendFilmReaction', token: user.token, room, request: { reaction_key } });

  const change = (settings: JsonObject) =>
    server.ok({ call: 'RoomService.UpdateRoomSettings', token: owner.token, room, request: { settings } });

  beforeAll(async () => {
    server = await startTestServer();
    [owner, member] = await Promise.all([server.signUp('owner'), server.signUp('member')]);
    room = await makeRoom(server, owner);
    await joinRoom(server, room, member);
  });
  afterAll(() => server?.stop());

  test('[FLY1] [FLY4] all see it, over the socket too, and who comes later has missed it', async () => {
    const [one, two] = await Promise.all([server.socket(room, owner.token), server.socket(room, member.token)]);
    for (const socket of [one, two]) await socket.observe(query);
    one.send({ case: 'sendFilmReaction', value: { reactionKey: '😂' } });
    const heard = await two.change('filmReactions', ({ reactions }) => reactions.length > 0);
    expect(heard.reactions).toMatchObject([
      { reactionKey: '😂', count: 1, userId: owner.id, username: owner.username },
    ]);
    expect(await one.change('filmReactions', ({ reactions }) => reactions.length > 0)).toEqual(heard);
    const late = await server.socket(room, member.token);
    await late.observe(query);
    expect((await late.change('filmReactions')).reactions).toEqual([]);
    await Promise.all([one, two, late].map((socket) => socket.close()));
  });

  test('[FLY5] guests observe none', async () => {
    await change({ allow_guests: true });
    const { guestToken } = await server.ok({ call: 'AuthService.CreateGuestToken', request: { room_id: room } });
    const guest = await server.socket(room, guestToken);
    guest.send({ case: 'observeResource', value: { observeId: 'flying', resource: query } });
    expect(await guest.next('resourceObserveError')).toMatchObject({ code: 'realtime.not_permitted' });
    await guest.close();
  });

  test('[FLY1] not where the chat is off, nor from whom may not write', async () => {
    await change({ chat_enabled: false });
    expect(await send(member, '😂')).toMatchObject({ reason: 'chat.disabled' });
    await change({ chat_enabled: true, member_permissions: { removed: ['send_chat_messages'] } });
    expect(await send(member, '😂')).toMatchObject({ reason: 'call.missing_permission' });
  });
});
