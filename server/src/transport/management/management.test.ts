import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, type DescMethod } from '@bufbuild/protobuf';
import { Metadata } from '@grpc/grpc-js';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { PublicService } from '@matinee/contract/gen/service/client/public_service_pb.ts';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import { GrpcClient } from '@matinee/testkit/grpc-client.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import { makeLog } from '../../kernel/log.ts';
import { managementPaths } from '../../store/embedded/management-paths.ts';
import { makePipeline } from '../pipeline/pipeline.ts';
import { makeManagementEndpoint } from './endpoint.ts';

const token = 'k7Qm2vXw9ZrT4bNc8LpF6hJd3SgY5aUe-management';
const { getStatus, getSystemStats, setLogLevel, shutdown, backup } = ManagementService.method;

const asked: (number | undefined)[] = [];
const tcp = { 'management.address': '127.0.0.1:0', 'management.token': token };
let server: TestServer;
let other: TestServer | undefined;
const clients: GrpcClient[] = [];
beforeAll(async () => {
  server = await startTestServer({ config: tcp, requestStop: (deadlineMs) => void asked.push(deadlineMs) });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await other?.stop();
  other = undefined;
});
afterAll(() => server?.stop());

function connect(address: string | number): GrpcClient {
  const client = new GrpcClient(address);
  clients.push(client);
  return client;
}

function send(client: GrpcClient, method: DescMethod, request: Record<string, unknown> = {}, bearer?: string) {
  const metadata = new Metadata();
  if (bearer !== undefined) metadata.set('authorization', `Bearer ${bearer}`);
  return client.send(method, create(method.input, request), metadata);
}

test('[MG1] whoever gets in is the operator: does what root may, as that in the audit log', async () => {
  const client = connect(server.app.managementAddresses[0]!);
  const made = await send(client, AdminService.method.createUser, { username: 'anna', password: 'Anna-password-1' });
  expect(made).toMatchObject({ status: 0, json: { user: { user: { username: 'anna' } } } });
  // Only the root user may delete accounts.
  const userId = made.json.user.user.id;
  expect(await send(client, AdminService.method.deleteUser, { userId })).toMatchObject({ status: 0 });
  const records = await server.sql('select actor_kind, actor_id, address from audit_records where target = $1', [
    userId,
  ]);
  expect(records).toEqual(records.map(() => ({ actor_kind: 'operator', actor_id: '', address: 'management socket' })));
  expect(records.length).toBeGreaterThan(0);
});

test('[MG1] operators have no budget of calls', async () => {
  other = await startTestServer({ config: { 'limits.rate_factor': 0.01 } });
  const client = connect(other.app.managementAddresses[0]!);
  for (let n = 0; n < 10; n++)
    expect(await send(client, AdminService.method.listUsers)).toMatchObject({ status: 0, json: { total: 1 } });
});

test('[MG2] the socket is for the server’s user only, and a file tells where it is', async () => {
  const [address] = server.app.managementAddresses;
  expect(address).toBe(`unix:${server.dataDir}/management/socket`);
  expect(statSync(`${server.dataDir}/management/socket`).mode & 0o777).toBe(0o600);
  expect(statSync(`${server.dataDir}/management`).mode & 0o777).toBe(0o700);
  expect(readFileSync(`${server.dataDir}/management/endpoint`, 'utf8')).toBe(`${address}\n`);
});

test('[MG2] a path that is too long for a socket moves it to a private folder', async () => {
  const dataDir = join(tmpdir(), `matinee-${'long'.repeat(25)}`);
  mkdirSync(dataDir, { recursive: true });
  try {
    const { socketPath, noticePath } = await managementPaths(dataDir, undefined);
    expect(Buffer.byteLength(socketPath)).toBeLessThanOrEqual(103);
    expect(statSync(join(socketPath, '..')).mode & 0o777).toBe(0o700);
    expect(noticePath).toBe(join(dataDir, 'management', 'endpoint'));
    expect((await managementPaths(dataDir, undefined)).socketPath).toBe(socketPath);
    expect((await managementPaths(dataDir, '/run/m.sock')).socketPath).toBe('/run/m.sock');
    rmSync(join(socketPath, '..'), { recursive: true });
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});

test('[MG3] over TCP only the token opens, for every method and for reflection', async () => {
  const address = server.app.managementAddresses[1]!;
  expect(address).toMatch(/^127\.0\.0\.1:\d+$/);
  const client = connect(address);
  for (const bearer of [undefined, '', token.slice(1), `${token}x`, 'x'.repeat(token.length)]) {
    expect(await send(client, getStatus, {}, bearer)).toMatchObject({ status: 16, reason: 'call.unauthenticated' });
    expect(await send(client, AdminService.method.listUsers, {}, bearer)).toMatchObject({ status: 16 });
    expect(await send(client, backup, {}, bearer)).toMatchObject({ status: 16 });
  }
  expect(await client.reflect()).toMatchObject({ status: 16 });
  expect(await send(client, getStatus, {}, token)).toMatchObject({ status: 0 });
  expect(await client.reflect(token)).toMatchObject({
    services: expect.arrayContaining(['service.client.AdminService', 'service.management.ManagementService']),
  });
});

test('[MG3] a user’s token opens nothing', async () => {
  const anna = await server.signUp('anna');
  const client = connect(server.app.managementAddresses[1]!);
  expect(await send(client, getStatus, {}, anna.token)).toMatchObject({ status: 16 });
});

test('[MG4] the public port does not have the service', async () => {
  for (const method of ManagementService.methods)
    for (const bearer of [undefined, token]) {
      // 12: UNIMPLEMENTED, as for a service that does not exist.
      expect(await send(server.grpc, method, {}, bearer)).toMatchObject({ status: 12, json: undefined });
    }
  const { services } = await server.grpc.reflect();
  expect(services).toContain('service.client.AdminService');
  expect(services).not.toContain('service.management.ManagementService');
  const document = await (await fetch(`${server.url}/api-docs/openapi.json`)).text();
  expect(document).not.toMatch(/management|Shutdown/i);
  const path = `${server.url}/service.management.ManagementService/GetStatus`;
  expect((await fetch(path, { method: 'POST', body: '{}' })).status).toBe(404);
});

test('[MG4] the management endpoint has nothing of the public services but administration', async () => {
  const client = connect(server.app.managementAddresses[0]!);
  expect(await send(client, PublicService.method.getServerTime)).toMatchObject({ status: 12 });
});

test('management can be switched off, and the data directory says nothing then', async () => {
  other = await startTestServer({ config: { 'management.enabled': false } });
  expect(other.app.managementAddresses).toEqual([]);
  expect(existsSync(`${other.dataDir}/management`)).toBe(false);
});

function bareEndpoint(folder: string) {
  const access = { authenticate: () => Promise.reject(new Error('nobody')), findStanding: async () => undefined };
  const log = makeLog('silent');
  const takeBudget = async () => undefined;
  const observe = () => undefined;
  const revision = () => 0;
  return makeManagementEndpoint({
    pipeline: makePipeline({
      bindings: [],
      opened: [],
      access,
      takeBudget,
      revision,
      clock: systemClock,
      log,
      observe,
      slowCallMs: 0,
    }),
    services: [],
    socketPath: join(folder, 'socket'),
    noticePath: join(folder, 'endpoint'),
    log,
  });
}

test('[MG5] [MG6] a dead socket is replaced, a living one is not, and stopping takes both files away', async () => {
  const folder = join(tmpdir(), `matinee-mg-${process.pid}`);
  mkdirSync(folder, { mode: 0o700 });
  const living: Server = createServer();
  try {
    await new Promise<void>((resolve) => living.listen(join(folder, 'socket'), resolve));
    await expect(bareEndpoint(folder).start!()).rejects.toThrow(/cannot be opened: another process listens on/);
    expect(existsSync(join(folder, 'endpoint'))).toBe(false);
    // The state after kill -9: the file exists, and no process listens.
    const { _handle } = living as unknown as { _handle: { close(): void; unref(): void } };
    _handle.close();
    const endpoint = bareEndpoint(folder);
    await endpoint.start!();
    expect(readFileSync(join(folder, 'endpoint'), 'utf8')).toContain('socket');
    await endpoint.stop!(AbortSignal.timeout(1_000));
    expect([existsSync(join(folder, 'endpoint')), existsSync(join(folder, 'socket'))]).toEqual([false, false]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('[MG5] a file that is no socket is not taken away for one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-mg-'));
  try {
    writeFileSync(join(folder, 'socket'), 'somebody’s');
    await expect(bareEndpoint(folder).start!()).rejects.toThrow(/is there already, and is no socket/);
    expect(readFileSync(join(folder, 'socket'), 'utf8')).toBe('somebody’s');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('[MG7] Shutdown answers before the server ends, with the time that was asked for', async () => {
  const client = connect(server.app.managementAddresses[0]!);
  expect(await send(client, shutdown)).toMatchObject({ status: 0, json: { process_id: process.pid } });
  expect(await send(client, shutdown, { deadlineSeconds: 2.5 })).toMatchObject({ status: 0 });
  expect(await send(client, shutdown, { deadlineSeconds: -1 })).toMatchObject({ status: 3 });
  await expect.poll(() => asked).toEqual([undefined, 2500]);
});

test('[MG8] status and statistics say what there is', async () => {
  const client = connect(server.app.managementAddresses[0]!);
  const before = (await send(client, getSystemStats)).json;
  const anna = await server.signUp('anna');
  await server.ok({ call: 'UserService.CreateRoom', token: anna.token, request: { name: 'Room' } });
  // Deleted accounts do not count.
  const berta = await server.signUp('berta');
  await send(client, AdminService.method.deleteUser, { userId: berta.id });
  const status = (await send(client, getStatus)).json;
  expect(status).toMatchObject({
    mode: 'development',
    addresses: [server.url.replace('127.0.0.1', 'localhost')],
    management_addresses: server.app.managementAddresses,
    process_id: process.pid,
    data_dir: server.dataDir,
    database: 'given',
    key_value_store: 'memory',
    clock_deviation_ms: 0,
  });
  expect(status.schema).toContain('rooms/001_rooms');
  const stats = (await send(client, getSystemStats)).json;
  expect(stats).toMatchObject({
    ...{ users: before.users + 1, rooms: before.rooms + 1, sessions: before.sessions + 1 },
    ...{ messages: 0, online: 0, connections: 0 },
  });
  expect(stats.database_bytes).toBeGreaterThan(1_000_000);
  expect(stats.memory_bytes).toBeGreaterThan(stats.heap_bytes);
});

test('[MG9] an operator changes how much is logged, until the process ends; a level that does not exist is refused', async () => {
  const client = connect(server.app.managementAddresses[0]!);
  const ask = (level?: string) => send(client, setLogLevel, level === undefined ? {} : { level });
  const before = await ask();
  expect(before).toMatchObject({ status: 0, json: { level: 'silent', configured: 'silent' } });
  expect(await ask('debug')).toMatchObject({ status: 0, json: { level: 'debug', configured: 'silent' } });
  expect((await send(client, getStatus)).json).toMatchObject({ log_level: 'debug' });
  expect(await ask('loud')).toMatchObject({ reason: 'call.invalid_request' });
  expect(await ask('silent')).toMatchObject({ json: { level: 'silent' } });
});
