/** Real processes: one that holds the data directory, and its workers, some of which are killed. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { create, type DescMethod } from '@bufbuild/protobuf';
import { Metadata } from '@grpc/grpc-js';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import { GrpcClient } from '@matinee/testkit/grpc-client.ts';
import {
  isAlive,
  launch,
  makeDataDir,
  postmasterPid,
  removeDataDir,
  type ServerProcess,
  startProcess,
} from '@matinee/testkit/process.ts';
import { makeUsedDataDir } from '@matinee/testkit/processes/used-data-dir.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { testPassword } from '@matinee/testkit/server.ts';
import { openSocket, type TestSocket } from '@matinee/testkit/socket-client.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../../../tools/built.mjs';
import { keyFrame, publish } from '../../features/media/streams/streams.fixture.ts';

const long = 180_000;
const flags = ['--workers', '2', ...['limits.connections_per_user=12', 'rtmp.address=127.0.0.1:0'].flatMap(setting)];
function setting(pair: string): string[] {
  return ['--set', pair];
}

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  ensureBuilt();
  dataDir = await makeUsedDataDir();
  server = await startProcess(dataDir, flags);
}, long);
afterAll(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  if (dataDir) await removeDataDir(dataDir);
}, long);

async function ok(call: string, request: object, token?: string, room?: string) {
  const answer = await callRest(server.url, { call, request: request as never, token, room });
  if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${answer.reason}`);
  return answer.json;
}

async function signIn(username: string): Promise<{ id: string; token: string }> {
  const { user, accessToken } = await ok('AuthService.LoginWithDirectPassword', { username, password: testPassword });
  return { id: user.id, token: accessToken };
}

async function signUp(username: string): Promise<{ id: string; token: string }> {
  const request = { username, password: testPassword };
  const { user, accessToken } = await ok('AuthService.RegisterWithDirectPassword', request);
  return { id: user.id, token: accessToken };
}

function open(room: string, token: string): Promise<TestSocket> {
  return openSocket(`ws://127.0.0.1:${server.port}/ws/rooms/${room}`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

/** The serving processes: children of the started process, except PostgreSQL. */
function workers(): number[] {
  const rows = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(server.child.pid)], { encoding: 'utf8' });
  return rows
    .split('\n')
    .filter((row) => row.includes('main.js'))
    .map((row) => Number.parseInt(row, 10));
}

/** Number of sockets of a worker on the server's port. */
function connectionsOf(pid: number): number {
  const port = server.port.toString(16).toUpperCase().padStart(4, '0');
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  const isOpen = new RegExp(`^ *\\d+: [0-9A-F]+:${port} [0-9A-F:]+ 01 `);
  const own = new Set(rows.filter((row) => isOpen.test(row)).map((row) => `socket:[${row.trim().split(/ +/)[9]}]`));
  const linkOf = (descriptor: string) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
    } catch {
      return ''; // Closed meanwhile.
    }
  };
  return readdirSync(`/proc/${pid}/fd`).filter((descriptor) => own.has(linkOf(descriptor))).length;
}

/** Opens sockets of a person until both workers have one of them. */
async function openOnBoth(room: string, token: string): Promise<TestSocket[]> {
  const sockets: TestSocket[] = [];
  const before = workers().map(connectionsOf);
  await until('both workers have one of the sockets', async () => {
    sockets.push(await open(room, token));
    return workers().every((pid, place) => connectionsOf(pid) > (before[place] ?? 0));
  });
  return sockets;
}

/** Writes to the chat until it is told to stop; resends each message until it is acknowledged. */
function writeOn(room: string, token: string, name: string) {
  const acknowledged: string[] = [];
  let isOver = false;
  const send = async (id: string) => {
    const request = { client_message_id: id, content: id };
    for (;;) {
      const sent = await callRest(server.url, {
        call: 'RoomService.SendChatMessage',
        request,
        token,
        room,
      }).catch(() => undefined);
      if (sent?.status === 200) return void acknowledged.push(id);
      if (sent !== undefined && sent.status < 500) throw new Error(`${sent.status} ${sent.reason}`);
    }
  };
  const writing = (async () => {
    for (let n = 0; !isOver; n++) await send(`${name}-${n}`);
  })();
  const end = async () => {
    isOver = true;
    await writing;
  };
  return { acknowledged, end };
}

async function historyOf(room: string, token: string): Promise<string[]> {
  const found: string[] = [];
  let before: object = {};
  for (let hasMore = true; hasMore; ) {
    const page = await ok('RoomService.GetChatHistory', { page_size: 100, ...before }, token, room);
    found.push(...page.messages.map(({ content }: { content: string }) => content));
    before = { before_message_id: page.messages[0]?.id ?? '' };
    hasMore = page.has_more;
  }
  return found;
}

test(
  '[WKR1] two people on different workers see each other, and get the same chat in the same order',
  async () => {
    const root = await signIn('root');
    const anna = await signUp('anna');
    const { room } = await ok('UserService.CreateRoom', { name: 'Room' }, root.token);
    await ok('UserService.JoinRoom', { room_id: room.id }, anna.token);
    const sockets = await openOnBoth(room.id, root.token);
    const visitor = await open(room.id, anna.token);
    for (const socket of sockets) await socket.observe({ case: 'onlineMembers', value: {} });
    for (const { frames } of sockets)
      await until('all workers know who is there', () => JSON.stringify(frames, plain).includes(anna.id));
    for (const socket of sockets) await socket.observe({ case: 'chatEvents', value: {} });
    const senders = ['one', 'two'].map((name) => writeOn(room.id, anna.token, name));
    await until('both have written', () => senders.every(({ acknowledged }) => acknowledged.length >= 20));
    for (const { end } of senders) await end();
    const count = senders.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    const orders: string[][] = [];
    for (const socket of sockets) {
      const told: string[] = [];
      while (told.length < count) told.push((await socket.change('chatEvent')).message!.clientMessageId);
      orders.push(told);
    }
    for (const order of orders) expect(order).toEqual(orders[0]);
    expect(new Set(orders[0]).size).toBe(count);
    await visitor.close();
    for (const socket of sockets) await socket.close();
  },
  long,
);

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

test(
  '[WKR2] what serves once serves once on all workers, and limits are counted over all',
  async () => {
    const { token } = await signIn('root');
    const { room } = await ok('UserService.CreateRoom', { name: 'Tickets' }, token);
    for (let n = 0; n < 5; n++) {
      const { ticket } = await ok('RoomService.CreateWebSocketTicket', { room_id: room.id }, token);
      const url = `ws://127.0.0.1:${server.port}/ws/rooms/${room.id}?ticket=${ticket}`;
      const opened = await Promise.allSettled(Array.from({ length: 8 }, () => openSocket(url)));
      const taken = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(taken).toHaveLength(1);
      for (const socket of taken) await socket.close();
    }
    const sockets = await openOnBoth(room.id, token);
    await until('one connection more than one may have is refused', async () => {
      const socket = await open(room.id, token).catch((cause) => cause as { status: number });
      if ('status' in socket && !('frames' in socket)) return socket.status === 429;
      sockets.push(socket as TestSocket);
      return false;
    });
    expect(sockets.length).toBe(12);
    for (const socket of sockets) await socket.close();
  },
  long,
);

test(
  '[WKR9] management speaks for all workers',
  async () => {
    const { token } = await signIn('root');
    const { room } = await ok('UserService.CreateRoom', { name: 'Counted' }, token);
    const sockets = await openOnBoth(room.id, token);
    const { getStatus, getSystemStats, setLogLevel } = ManagementService.method;
    // Each client is a connection, which any worker may accept.
    const ask = async (method: DescMethod, request = {}) => {
      const client = new GrpcClient(`unix:${dataDir}/management/socket`);
      const { json } = await client.send(method, create(method.input, request), new Metadata());
      client.close();
      return json;
    };
    const status = await ask(getStatus);
    expect(status).toMatchObject({ process_id: server.child.pid, restarting: false });
    const shown = status.workers.map((worker: { process_id: number; ready: boolean }) => worker);
    expect(shown.map((worker: { process_id: number }) => worker.process_id).toSorted()).toEqual(workers().toSorted());
    expect(shown.every(({ ready }: { ready: boolean }) => ready)).toBe(true);
    expect((await ask(getSystemStats)).connections).toBe(sockets.length);
    await ask(setLogLevel, { level: 'error' });
    for (let n = 0; n < 8; n++) await until('all log less', async () => (await ask(setLogLevel)).level === 'error');
    for (const socket of sockets) await socket.close();
  },
  long,
);

test(
  '[WKR10] a live stream that one worker takes is read on all',
  async () => {
    const { token } = await signIn('root');
    const { room } = await ok('UserService.CreateRoom', { name: 'Live' }, token);
    const { media } = await ok('RoomService.AddMedia', { source: { rtmp: {} } }, token, room.id);
    await ok('RoomService.StartPlayback', { media_id: media.id }, token, room.id);
    const sender = publish(await ok('RoomService.CreateRoomPublishKey', { media_id: media.id }, token, room.id));
    expect(await sender.answer()).toBe('NetStream.Publish.Start');
    sender.begin();
    for (let ms = 1_000; ms < 4_000; ms += 1_000) sender.send('video', keyFrame, ms);
    const address = await until('it is on the air', async () => {
      const { playback } = await ok('RoomService.GetPlayback', {}, token, room.id);
      const path = playback?.playback_infos?.proxied?.medias[0]?.url;
      return path === undefined ? undefined : server.url + path;
    });
    const ending = new AbortController();
    const before = workers().map(connectionsOf);
    await until('both workers have readers', async () => {
      const answer = await fetch(address, { signal: ending.signal });
      expect(answer.status).toBe(200);
      expect((await answer.body!.getReader().read()).done).toBe(false);
      return workers().every((pid, place) => connectionsOf(pid) > (before[place] ?? 0) + 1);
    });
    ending.abort();
    sender.socket.destroy();
  },
  long,
);

test(
  '[WKR3] a worker that is killed is replaced, others take its people, and nothing is lost',
  async () => {
    const { token } = await signIn('root');
    const { room } = await ok('UserService.CreateRoom', { name: 'Killed' }, token);
    const [victim] = workers();
    const writers = ['a', 'b', 'c', 'd'].map((name) => writeOn(room.id, token, name));
    const all = () => writers.flatMap(({ acknowledged }) => acknowledged);
    await until('they write', () => all().length >= 50);
    process.kill(victim!, 'SIGKILL');
    const socket = await open(room.id, token);
    await until('there are two again', () => workers().length === 2 && !workers().includes(victim!), 60_000);
    for (const { end } of writers) await end();
    const found = await historyOf(room.id, token);
    expect(found.toSorted()).toEqual(all().toSorted());
    await socket.close();
  },
  long,
);

test(
  '[WKR4] SIGHUP replaces all workers while people write, and nothing is lost, doubled or refused',
  async () => {
    const { token } = await signIn('root');
    const { room } = await ok('UserService.CreateRoom', { name: 'Restart' }, token);
    const old = workers();
    const writers = ['a', 'b', 'c', 'd'].map((name) => writeOn(room.id, token, name));
    await until('they write', () => writers.every(({ acknowledged }) => acknowledged.length >= 5));
    server.child.kill('SIGHUP');
    await until('none of the old ones is left', () => !workers().some((pid) => old.includes(pid)), 120_000);
    await until('there are two', () => workers().length === 2, 60_000);
    for (const { end } of writers) await end();
    const found = await historyOf(room.id, token);
    expect(found.toSorted()).toEqual(writers.flatMap(({ acknowledged }) => acknowledged).toSorted());
  },
  long,
);

test(
  '[WKR6] workers end with the process that started them, and the next start works',
  async () => {
    const before = workers();
    server.child.kill('SIGKILL');
    await server.ended;
    await until('no worker is left', () => !before.some(isAlive));
    const orphan = postmasterPid(dataDir);
    server = await startProcess(dataDir, flags);
    expect(postmasterPid(dataDir)).toBe(orphan);
    await signIn('root');
  },
  long,
);

test(
  '[WKR5] SIGTERM ends all workers, the database and the process that started them',
  async () => {
    const before = workers();
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(before.filter(isAlive)).toEqual([]);
    expect(postmasterPid(dataDir)).toBeUndefined();
  },
  long,
);

test.each([
  [['--workers', '0'], 'server.workers'],
  [['--workers', '-1'], '--workers'],
  [['--workers', 'x'], 'must be auto or a whole number from 1 to 64'],
  [['--workers', '65'], 'must be auto or a whole number from 1 to 64'],
  [['--workers', '2', '--set', 'redis.url=redis://localhost'], 'does not go together with redis.url'],
  [['--workers', '2', '--set', 'cluster.advertise_address=a:1'], 'does not go together with cluster.advertise_address'],
])('[WKR7] %j is refused in a line, and nothing starts', async (wrong, words) => {
  const folder = await makeDataDir();
  const started = launch(folder, wrong);
  expect((await started.ended).code).toBeGreaterThan(0);
  expect(started.said()).toContain(words);
  // The fault, and a line about where to fix it or find help.
  expect(started.said().trim().split('\n')).toHaveLength(2);
  expect(postmasterPid(folder)).toBeUndefined();
  await removeDataDir(folder);
});
