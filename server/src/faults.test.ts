/**
 * Faults of the real process: it is killed, started twice, stopped while people are connected, and run as two replicas.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import {
  isAlive,
  launch,
  makeDataDir,
  postmasterPid,
  removeDataDir,
  type ServerProcess,
  startProcess,
  startRedis,
} from '@matinee/testkit/process.ts';
import { makeUsedDataDir } from '@matinee/testkit/processes/used-data-dir.ts';
import { callRest, http } from '@matinee/testkit/rest-client.ts';
import { startTestServer, testPassword } from '@matinee/testkit/server.ts';
import { openSocket } from '@matinee/testkit/socket-client.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../tools/built.mjs';

const long = 120_000;
let dataDir: string;
let running: Pick<ServerProcess, 'child' | 'ended'>[] = [];

beforeAll(() => ensureBuilt(), long);
beforeEach(async () => {
  dataDir = await makeUsedDataDir();
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map(({ ended }) => ended));
  await removeDataDir(dataDir);
});

/** Gives the test a data directory in which nothing has started yet. */
async function beginAnew(): Promise<void> {
  await removeDataDir(dataDir);
  dataDir = await makeDataDir();
}

async function start(flags: readonly string[] = []): Promise<ServerProcess> {
  const started = await startProcess(dataDir, flags);
  running.push(started);
  return started;
}

async function ok(server: ServerProcess, call: string, request: object, token?: string, room?: string) {
  const answer = await callRest(server.url, { call, request: request as never, token, room });
  if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${answer.reason}`);
  return answer.json;
}

async function signIn(server: ServerProcess): Promise<string> {
  return (await ok(server, 'AuthService.LoginWithDirectPassword', { username: 'root', password: testPassword }))
    .accessToken;
}

async function makeRoomIn(server: ServerProcess, token: string): Promise<string> {
  return (await ok(server, 'UserService.CreateRoom', { name: 'Room' }, token)).room.id;
}

test(
  'kill -9 loses no acknowledged message, and the next start works without help',
  async () => {
    let server = await start();
    const token = await signIn(server);
    const room = await makeRoomIn(server, token);
    const acknowledged = new Set<string>();
    const unsure = new Set<string>();
    let isKilled = false;
    const senders = Array.from({ length: 8 }, async (_, sender) => {
      for (let n = 0; !isKilled; n++) {
        const id = `${sender}-${n}`;
        unsure.add(id);
        const request = { client_message_id: id, content: id };
        await ok(server, 'RoomService.SendChatMessage', request, token, room).then(
          () => acknowledged.add(id),
          () => undefined,
        );
      }
    });
    await until('enough is on its way', () => acknowledged.size >= 150);
    server.child.kill('SIGKILL');
    isKilled = true;
    await Promise.all([...senders, server.ended]);
    const orphan = postmasterPid(dataDir)!;
    expect(isAlive(orphan)).toBe(true);

    server = await start();
    expect(postmasterPid(dataDir)).toBe(orphan);
    const again = await signIn(server);
    // The token from before the kill still works: its session was committed.
    expect((await callRest(server.url, { call: 'UserService.GetProfile', token })).status).toBe(200);
    const found: string[] = [];
    let before: object = {};
    for (let hasMore = true; hasMore; ) {
      const page = await ok(server, 'RoomService.GetChatHistory', { page_size: 100, ...before }, again, room);
      found.push(...page.messages.map((m: { client_message_id: string }) => m.client_message_id));
      before = { before_message_id: page.messages[0]?.id ?? '' };
      hasMore = page.has_more;
    }
    expect(new Set(found).size).toBe(found.length);
    expect([...acknowledged].filter((id) => !found.includes(id))).toEqual([]);
    expect(found.filter((id) => !unsure.has(id))).toEqual([]);
    // Rows and events are committed together: the log holds each message once, without gaps.
    const socket = await openSocket(`ws://127.0.0.1:${server.port}/ws/rooms/${room}`, {
      headers: { authorization: `Bearer ${again}` },
    });
    await socket.observe({ case: 'chatEvents', value: {} }, { afterEventSequence: 0n });
    const told = [];
    for (let n = 0; n < found.length; n++) told.push((await socket.change('chatEvent')).message!.clientMessageId);
    expect(told.toSorted()).toEqual(found.toSorted());
    await socket.close();
  },
  long,
);

test(
  'a killed first start does not hinder the next one',
  async () => {
    await beginAnew();
    const first = launch(dataDir);
    running.push(first);
    await until(
      'it has begun',
      () => existsSync(`${dataDir}/postgres`) || existsSync(`${dataDir}/secrets`),
      30_000,
    ).catch(() => undefined);
    first.child.kill('SIGKILL');
    await first.ended;
    const server = await start();
    await signIn(server);
  },
  long,
);

test(
  '[CF12] [ST34] a server whose secrets were lost or exchanged refuses to start, and says what to restore',
  async () => {
    const path = join(dataDir, 'secrets', 'security.opaque_server_setup_secret');
    const secret = readFileSync(path, 'utf8');
    const refused = async () => {
      const failed = launch(dataDir);
      running.push(failed);
      expect((await failed.ended).code).toBe(1);
      return failed.said();
    };
    rmSync(path);
    expect(await refused()).toContain('security.opaque_server_setup_secret');
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, 'another secret of the same length, 43 chars.');
    expect(await refused()).toContain('is another secret than the one that the data in the database was written with');
    writeFileSync(path, secret);
    await signIn(await start());
  },
  long,
);

test(
  '[ST34] told to go on without its lost secrets, a server starts and warns; passwords are lost, and the next start needs no flag',
  async () => {
    const stop = async (server: ServerProcess) => {
      server.child.kill('SIGTERM');
      await server.ended;
    };
    const password = async (server: ServerProcess) => {
      const request = { username: 'root', password: testPassword };
      return (await callRest(server.url, { call: 'AuthService.LoginWithDirectPassword', request })).status;
    };
    rmSync(join(dataDir, 'secrets', 'security.opaque_server_setup_secret'));
    const without = await start(['--without-secrets']);
    expect(without.said()).toMatch(
      /security\.opaque_server_setup_secret.*some secrets are not those of the last start/,
    );
    expect(await password(without)).toBe(401);
    expect((await callRest(without.url, { call: 'PublicService.GetServerInfo' })).status).toBe(200);
    await stop(without);
    const after = await start();
    expect(after.said()).not.toContain('some secrets');
    expect(await password(after)).toBe(401);
  },
  long,
);

test(
  'a second process on the same data directory is refused, and the first one goes on',
  async () => {
    const server = await start();
    const second = launch(dataDir);
    running.push(second);
    expect((await second.ended).code).toBe(1);
    expect(second.said()).toMatch(/cannot start/);
    expect(second.said()).toContain(dataDir);
    expect(second.said()).toContain(String(server.child.pid));
    expect(second.said()).not.toMatch(/^\s+at /m);
    await signIn(server);
  },
  long,
);

test(
  'a configuration with faults names them all and ends with 1, before anything is made',
  async () => {
    await beginAnew();
    const flags = ['--set', 'server.nonsense=1', '--set', 'log.level=loud', '--set', 'jwt.secret=short'];
    const faulty = launch(dataDir, flags);
    running.push(faulty);
    expect((await faulty.ended).code).toBe(1);
    for (const name of ['server.nonsense', 'log.level', 'jwt.secret']) expect(faulty.said()).toContain(name);
    expect(faulty.said()).not.toContain('= "short"');
    expect(existsSync(`${dataDir}/postgres`)).toBe(false);
  },
  long,
);

test(
  'SIGTERM tells the sockets, ends streams, stops the database and exits with 0',
  async () => {
    const server = await start();
    const token = await signIn(server);
    const room = await makeRoomIn(server, token);
    const headers = { authorization: `Bearer ${token}` };
    const socket = await openSocket(`ws://127.0.0.1:${server.port}/ws/rooms/${room}`, { headers });
    await socket.next('welcome');
    const stream = await fetch(`${server.url}/api/rooms/${room}/watch/playback-state`, { headers });
    const streamEnd = stream.text();
    const postmaster = postmasterPid(dataDir)!;
    const startedMs = performance.now();
    server.child.kill('SIGTERM');
    expect(await socket.next('termination')).toMatchObject({ code: 6, mayReconnect: true });
    expect((await socket.closed).code).toBe(1001);
    await streamEnd.catch(() => undefined);
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - startedMs).toBeLessThan(8_000);
    expect(isAlive(postmaster)).toBe(false);
    await expect(http(server.url, { verb: 'GET', path: '/health/ready' })).rejects.toThrow();
  },
  long,
);

test(
  'a second SIGTERM ends at once',
  async () => {
    const server = await start();
    const token = await signIn(server);
    const room = await makeRoomIn(server, token);
    // A client that has stopped reading delays the stop after the first signal: the process cannot finish talking to
    // it.
    const held = await openSocket(`ws://127.0.0.1:${server.port}/ws/rooms/${room}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await held.next('welcome');
    held.ws.pause();
    server.child.kill('SIGTERM');
    await until('it is stopping', () => server.said().includes('"stopping"') || server.said().includes('stopping'));
    const startedMs = performance.now();
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(1);
    expect(performance.now() - startedMs).toBeLessThan(1_500);
    held.ws.terminate();
    running = running.filter((one) => one !== server);
    // And the files that it left do not hinder the next start.
    await signIn(await start());
  },
  long,
);

describe.skipIf(!hasProgram('redis-server'))('two replicas on one PostgreSQL and one Redis', () => {
  test(
    'are one service: messages, tickets, presence, budgets and the end of sessions reach both',
    async () => {
      const redis = await startRedis();
      const config = { 'redis.url': redis.url };
      const one = await startTestServer({ config });
      const other = await startTestServer({ config, database: one.database });
      try {
        const [anna, berta] = [await one.signUp('anna'), await other.signUp('berta')];
        const room = await makeRoom(one, anna);
        await joinRoom(other, room, berta);

        const here = await one.socket(room, anna.token);
        const { ticket } = await one.ok({ call: 'RoomService.CreateWebSocketTicket', token: berta.token, room });
        const there = await other.socket(room, undefined, { query: `?ticket=${ticket}` });
        expect(await there.next('welcome')).toMatchObject({ principalId: berta.id });
        await expect(one.socket(room, undefined, { query: `?ticket=${ticket}` })).rejects.toMatchObject({
          status: 401,
        });

        await there.observe({ case: 'chatEvents', value: {} });
        await here.observe({ case: 'chatEvents', value: {} });
        for (let n = 0; n < 10; n++) {
          const [from, by] = n % 2 === 0 ? ([one, anna] as const) : ([other, berta] as const);
          const request = { client_message_id: `m${n}`, content: `${n}` };
          await from.ok({ call: 'RoomService.SendChatMessage', token: by.token, room, request });
        }
        for (const socket of [here, there]) {
          const seen = [];
          for (let n = 0; n < 10; n++) seen.push((await socket.change('chatEvent')).message!.content);
          expect(seen).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
        }

        for (const server of [one, other]) {
          await until('both replicas count both', async () => {
            const { online_count } = await server.ok({ call: 'RoomService.GetRoomMembers', token: anna.token, room });
            return online_count === 2;
          });
        }
        await one.ok({ call: 'UserService.Logout', token: berta.token });
        expect(await there.next('termination')).toMatchObject({ code: 1 });
        await until('one is left', async () => {
          const { online_count } = await one.ok({ call: 'RoomService.GetRoomMembers', token: anna.token, room });
          return online_count === 1;
        });
        await other.ok({ call: 'RoomService.DeleteRoom', token: anna.token, room });
        expect(await here.next('termination')).toMatchObject({ code: 4 });
      } finally {
        await Promise.all([one.stop(), other.stop()]);
        await redis.stop();
      }
    },
    long,
  );

  test(
    'when Redis goes away, tickets fail closed with 503 and everything durable works on',
    async () => {
      const redis = await startRedis();
      const server = await startTestServer({ config: { 'redis.url': redis.url } });
      try {
        const anna = await server.signUp('anna');
        const room = await makeRoom(server, anna);
        await redis.stop();
        const ticket = await server.rest({ call: 'RoomService.CreateWebSocketTicket', token: anna.token, room });
        expect(ticket).toMatchObject({ status: 503, reason: 'store.key_value_unavailable' });
        const request = { client_message_id: 'm', content: 'still here' };
        await server.ok({ call: 'RoomService.SendChatMessage', token: anna.token, room, request });
      } finally {
        await server.stop();
      }
    },
    long,
  );
});
