import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const dayMs = 86_400_000;
const clock = makeJumpingClock();
let server: TestServer;
let anna: TestUser;
let berta: TestUser;
beforeAll(async () => {
  server = await startTestServer({ clock, settings: { 'server.maxRoomsPerUser': 3 } });
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
});
afterAll(() => server?.stop());

const remove = (room: string, token = anna.token) => server.ok({ call: 'RoomService.DeleteRoom', token, room });
const restore = (room: string) =>
  server.rest({ call: 'UserService.RestoreRoom', token: anna.token, request: { room_id: room } });
const say = (room: string, id: number) =>
  server.ok({
    call: 'RoomService.SendChatMessage',
    token: berta.token,
    room,
    request: { client_message_id: `m${id}`, content: `message ${id}` },
  });
async function countIn(table: string, column: string, room: string): Promise<number> {
  const rows = await server.sql(`select count(*)::int as n from ${table} where ${column} = $1`, [room]);
  return (rows as { n: number }[])[0]!.n;
}

test('[DR1] [DR3] a deleted room leaves its place to another, and comes back only where there is one; of ten who try at once one restores it', async () => {
  const rooms = [await makeRoom(server, anna), await makeRoom(server, anna), await makeRoom(server, anna)];
  await remove(rooms[0]!);
  const fourth = await makeRoom(server, anna);
  expect(await restore(rooms[0]!)).toMatchObject({ status: 409, reason: 'rooms.too_many_rooms' });
  await remove(fourth);
  const answers = await Promise.all(Array.from({ length: 10 }, () => restore(rooms[0]!)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  for (const room of rooms) await remove(room);
});

test('[DR2] a restored room has its messages, and people talk on', async () => {
  const room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
  await say(room, 1);
  await remove(room);
  expect((await restore(room)).status).toBe(200);
  await say(room, 2);
  const { messages } = await server.ok({ call: 'RoomService.GetChatHistory', token: berta.token, room });
  expect(messages.map((message: { content: string }) => message.content)).toEqual(
    expect.arrayContaining(['message 1', 'message 2']),
  );
  await remove(room);
});

test('[DR5] after 30 days nothing of a room is left', async () => {
  const room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
  for (let id = 0; id < 5; id++) await say(room, id);
  await server.sql(
    `insert into chat_messages select (jsonb_populate_record(m, jsonb_build_object('id', 'msg_copy' || n, 'client_message_id', 'copy' || n))).*
     from chat_messages m, generate_series(1, 1200) n where m.room_id = $1 and m.client_message_id = 'm0'`,
    [room],
  );
  expect(await countIn('chat_messages', 'room_id', room)).toBeGreaterThan(1_200);
  expect(await countIn('outbox', 'topic', room)).toBeGreaterThan(0);
  await remove(room);
  clock.jump(30 * dayMs - 60_000);
  clock.runEvery(600_000);
  // Access tokens live for an hour only.
  const { token } = await server.signIn(anna.username);
  const { rooms } = await server.ok({ call: 'UserService.ListDeletedRooms', token });
  expect(rooms.map(({ id }: { id: string }) => id)).toContain(room);
  clock.jump(120_000);
  clock.runEvery(600_000);
  await until('it is erased', async () => (await countIn('rooms', 'id', room)) === 0);
  for (const [table, column] of [
    ['chat_messages', 'room_id'],
    ['outbox', 'topic'],
    ['room_members', 'room_id'],
  ] as const)
    expect({ table, count: await countIn(table, column, room) }).toEqual({ table, count: 0 });
});

test('[DR5] a room that cannot be erased keeps none of the others', async () => {
  anna = await server.signIn(anna.username);
  const [stuck, other] = [await makeRoom(server, anna), await makeRoom(server, anna)];
  for (const room of [stuck, other]) await remove(room);
  await server.sql(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$`,
  );
  await server.sql(`create trigger refused before delete on rooms for each row
    when (old.id = '${stuck}') execute function refuse()`);
  clock.jump(31 * dayMs);
  clock.runEvery(600_000);
  await until('the other one is erased', async () => (await countIn('rooms', 'id', other)) === 0);
  expect(await countIn('rooms', 'id', stuck)).toBe(1);
  await server.sql('drop function refuse cascade');
  clock.runEvery(600_000);
  await until('the next look erases it', async () => (await countIn('rooms', 'id', stuck)) === 0);
});
