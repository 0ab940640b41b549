import { freePort } from '@matinee/testkit/outside/nginx.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let anna: TestUser;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  server = await startTestServer({ config: { 'management.metrics_address': `127.0.0.1:${metricsPort}` } });
  anna = await server.signUp('anna');
});
afterAll(() => server?.stop());

/** The current value of one series. */
async function metric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

test('[TR99] rooms and people are counted while they are there, and connections that the server ends by reason', async () => {
  const [room, other] = await Promise.all([makeRoom(server, anna), makeRoom(server, anna)]);
  const sockets = [await server.socket(room, anna.token), await server.socket(other, anna.token)];
  expect(await metric('matinee_rooms_online')).toBe(2);
  expect(await metric('matinee_people_online')).toBe(1);
  expect(await metric('matinee_connections_ended_total{reason="too_slow"}')).toBe(0);
  const answer = await server.grpc.call({ call: 'RoomService.DeleteRoom', token: anna.token, room, request: {} });
  expect(answer).toMatchObject({ status: 0 });
  await expect.poll(() => metric('matinee_connections_ended_total{reason="room_deleted"}')).toBe(1);
  await Promise.all(sockets.map((socket) => socket.close()));
  await expect.poll(() => metric('matinee_rooms_online')).toBe(0);
  expect(await metric('matinee_people_online')).toBe(0);
});

test('[TR99] statements, deliveries of events, the database and passwords are measured', async () => {
  const room = await makeRoom(server, anna);
  const socket = await server.socket(room, anna.token);
  const [statements, deliveries] = await Promise.all([
    metric('matinee_database_statement_seconds_count'),
    metric('matinee_event_delivery_seconds_count'),
  ]);
  await server.grpc.call({
    call: 'RoomService.SendChatMessage',
    token: anna.token,
    room,
    request: { content: 'hello', client_message_id: 'one' },
  });
  await expect.poll(() => metric('matinee_event_delivery_seconds_count')).toBeGreaterThan(deliveries);
  expect(await metric('matinee_database_statement_seconds_count')).toBeGreaterThan(statements);
  expect(await metric('matinee_event_delivery_seconds_bucket{le="30"}')).toBeGreaterThan(deliveries);
  expect(await metric('matinee_database_up')).toBe(1);
  expect(await metric('matinee_passwords_waiting')).toBe(0);
  await socket.close();
});
