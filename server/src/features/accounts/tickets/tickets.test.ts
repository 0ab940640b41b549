import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import type { HandshakeRefused, TestSocket } from '@matinee/testkit/socket-client.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const clock = makeJumpingClock();
let server: TestServer;
let anna: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer({ clock });
  anna = await server.signUp('anna');
  room = await makeRoom(server, anna);
});
afterAll(() => server?.stop());

async function makeTicket(by = anna, of = room): Promise<string> {
  return (await server.ok({ call: 'RoomService.CreateWebSocketTicket', token: by.token, room: of })).ticket;
}

/** The socket, or the refusal. */
function connect(ticket: string, at = room): Promise<TestSocket | HandshakeRefused> {
  return server.socket(at, undefined, { query: `?ticket=${encodeURIComponent(ticket)}` }).catch((error) => error);
}

const refused = { status: 401, reason: 'tickets.invalid' };

test('[TI1] of 20 connections with one ticket, one opens', async () => {
  const ticket = await makeTicket();
  const results = await Promise.all(Array.from({ length: 20 }, () => connect(ticket)));
  const open = results.filter((result) => 'ws' in result);
  expect(open.length).toBe(1);
  for (const result of results) if (!('ws' in result)) expect(result).toMatchObject(refused);
  const socket = open[0] as TestSocket;
  expect(await socket.next('welcome')).toMatchObject({ roomId: room, principalId: anna.id });
  await socket.close();
});

test('[TI1] a ticket that is used is used, also after its connection has ended', async () => {
  const ticket = await makeTicket();
  await ((await connect(ticket)) as TestSocket).close();
  expect(await connect(ticket)).toMatchObject(refused);
});

test('[TI1] after 30 s it opens nothing', async () => {
  const [early, late] = [await makeTicket(), await makeTicket()];
  clock.jump(29_000);
  await ((await connect(early)) as TestSocket).close();
  clock.jump(1_500);
  expect(await connect(late)).toMatchObject(refused);
});

test('[TI2] an attempt at another room fails and spends it', async () => {
  const other = await makeRoom(server, anna);
  const ticket = await makeTicket();
  expect(await connect(ticket, other)).toMatchObject(refused);
  expect(await connect(ticket)).toMatchObject(refused);
});

test.each(['', 'x', "' or 1=1", '../../etc', 'x'.repeat(3_000)])('[TI2] %j is no ticket', async (ticket) => {
  const answer = (await connect(ticket)) as HandshakeRefused;
  expect(answer.status).toBe(401);
});

test('[TI3] who has left the room since does not come in with it', async () => {
  const berta = await server.signUp('berta');
  await joinRoom(server, room, berta);
  const ticket = await makeTicket(berta);
  await server.ok({ call: 'RoomService.LeaveRoom', token: berta.token, room });
  expect(await connect(ticket)).toMatchObject({ status: 403, reason: 'call.not_a_member' });
});

test('[TI3] a ticket dies with the session that it was made in', async () => {
  const berta = await server.signUp('berta');
  await joinRoom(server, room, berta);
  const ticket = await makeTicket(berta);
  await server.ok({ call: 'UserService.Logout', token: berta.token });
  expect(await connect(ticket)).toMatchObject({ status: 401 });
});

test('a connection without ticket and token is refused, and so is one to no room', async () => {
  await expect(server.socket(room, undefined)).rejects.toMatchObject({ status: 401 });
  await expect(server.socket(`room_${'0'.repeat(26)}`, anna.token)).rejects.toMatchObject({ status: 404 });
  await expect(server.socket('..%2f..', anna.token)).rejects.toMatchObject({
    status: expect.toSatisfy((s) => s >= 400 && s < 500),
  });
});
