import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clock } from '../../../kernel/clock.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { makeLog } from '../../../kernel/log.ts';
import type { Database } from '../../../store/database.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import { memoryKeyValue } from '../../../store/key-value/memory-key-value.ts';
import { openDatabase } from '../../../store/open-database.ts';
import { storeErrors } from '../../../store/store.errors.ts';
import { makeProcessMeter } from './process-state.ts';
import { makeReplicas } from './replicas.ts';
import { makeServiceState } from './service-state.service.ts';

let server: TestServer;
let root: TestUser;
let db: Database;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.signIn();
  db = openDatabase({ connection: server.database, poolSize: 2, log: makeLog('silent'), clock: systemClock });
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
});

const log = makeLog('silent');
const noDeadline = new AbortController().signal;
const state = () => server.ok({ call: 'AdminService.GetServiceState', token: root.token });

function replicaOf(id: string, keyValue: KeyValue, clock: Clock, connections = 0) {
  const meter = makeProcessMeter(clock, {
    id,
    version: '1.2.3',
    connectionCount: () => connections,
    clockDeviationMs: () => 0,
  });
  return makeReplicas({ keyValue, clock, log, meter });
}

test('[SS1] each replica tells about itself, and one that is silent or stopped is forgotten', async () => {
  const clock = new FakeClock();
  const keyValue = memoryKeyValue({ clock, log });
  const [one, two, three] = [1, 2, 3].map((n) => replicaOf(`r${n}`, keyValue, clock, n));
  for (const { part } of [one!, two!, three!]) await part.start!();
  const ids = async () => (await two!.list()).map(({ id }) => id);
  expect((await ids())[0]).toBe('r2');
  expect(new Set(await ids())).toEqual(new Set(['r1', 'r2', 'r3']));
  expect(await two!.list()).toMatchObject([{ connectionCount: 2, version: '1.2.3' }, {}, {}]);
  await three!.part.stop!(noDeadline);
  expect(new Set(await ids())).toEqual(new Set(['r1', 'r2']));
  // r1 is silent from now on: its timer is not run, while r2 goes on.
  const silent = replicaOf('r4', keyValue, clock);
  await keyValue.hashSet('replicas', 'r4', JSON.stringify((await silent.list())[0]), 25_000);
  expect(await ids()).toContain('r4');
  clock.advance(26_000);
  await until('r4 is forgotten', async () => !(await ids()).includes('r4'));
  expect(new Set(await ids())).toEqual(new Set(['r1', 'r2']));
  for (const { part } of [one!, two!]) await part.stop!(noDeadline);
});

test('[SS1] memory, heap and delay are those of the process', async () => {
  const { version, replicas } = await state();
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  const [{ memory_bytes, heap_used_bytes, heap_limit_bytes, uptime_seconds, event_loop_delay_p99_ms, cpu_share }] =
    replicas;
  expect(memory_bytes).toBeGreaterThan(30e6);
  expect(heap_used_bytes).toBeLessThan(heap_limit_bytes);
  expect(uptime_seconds).toBeGreaterThan(0);
  expect(event_loop_delay_p99_ms).toBeGreaterThanOrEqual(0);
  expect(cpu_share).toBeGreaterThan(0);
});

test('[SS2] a key-value store that is away is told, and the rest with it', async () => {
  const clock = systemClock;
  const away = () => Promise.reject(storeErrors.key_value_unavailable());
  const keyValue: KeyValue = { ...memoryKeyValue({ clock, log }), ping: away, hashAll: away, hashSet: away };
  const replicas = replicaOf('r1', keyValue, clock);
  const online = { of: () => ({ memberIds: new Set<string>(), guestCount: 0 }), busiest: () => [] };
  const parts = { db, keyValue, keyValueKind: 'redis', clock, version: '1', online, replicas: replicas.list };
  const given = await makeServiceState(parts).get();
  expect(given).toMatchObject({
    database: { healthy: true, kind: expect.stringMatching(/^postgresql \d/) },
    keyValueStore: { healthy: false, kind: 'redis', fault: expect.any(String) },
    replicas: [{ id: 'r1', isAnswering: true }],
  });
  const closed = openDatabase({ connection: { host: '/nowhere' }, poolSize: 1, log, clock });
  const without = await makeServiceState({ ...parts, db: closed }).get();
  expect(without).toMatchObject({ database: { healthy: false }, counts: { users: 0 } });
  await closed.close();
});

test('[SS3] accounts, rooms, people and messages are counted', async () => {
  const anna = await server.signUp('anna');
  const berta = await server.signUp('berta');
  const before = await state();
  const room = await makeRoom(server, anna);
  const banned = await makeRoom(server, anna);
  const message = { client_message_id: 'x', content: 'x' };
  await server.ok({ call: 'RoomService.SendChatMessage', token: anna.token, room, request: message });
  await server.ok({ call: 'AdminService.BanRoom', token: root.token, request: { room_id: banned } });
  await server.ok({ call: 'AdminService.DeleteUser', token: root.token, request: { user_id: berta.id } });
  await server.ok({
    call: 'AdminService.UpdateSettings',
    token: root.token,
    request: { settings: { server: { name: 'Elsewhere' } }, updateMask: 'server.name' },
  });
  const socket = await server.socket(room, anna.token);
  const after = await until('somebody is counted', async () => {
    const now = await state();
    return now.counts.online_people === 1 && now;
  });
  const grown = (name: string) => after.counts[name] - before.counts[name];
  expect(grown('users')).toBe(-1);
  expect(grown('deleted_users')).toBe(1);
  expect(grown('rooms')).toBe(2);
  expect(grown('banned_rooms')).toBe(1);
  expect(grown('messages')).toBe(1);
  expect(after.counts).toMatchObject({ active_rooms: 1, connections: 1 });
  expect(after.database_size_bytes).toBeGreaterThan(1e6);
  expect(after.settings_version).toBe(before.settings_version + 1);
  await socket.close();
});

test('it can be read at its other address too', async () => {
  const answer = await server.http({ verb: 'GET', path: '/api/admin/server-state', token: root.token });
  expect(answer).toMatchObject({ status: 200, json: { database: { healthy: true } } });
});
