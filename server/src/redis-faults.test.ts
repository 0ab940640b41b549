/** Two replicas whose Redis is killed, stands still, or answers slowly. */
import { runCli } from '@matinee/testkit/cli.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { type SlowProxy, startSlowProxy } from '@matinee/testkit/outside/slow-proxy.ts';
import { type RedisProcess, startRedis } from '@matinee/testkit/process.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import type { TestSocket } from '@matinee/testkit/socket-client.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ensureBuilt } from '../../tools/built.mjs';

const long = 120_000;
const calls = 10;
/**
 * How much longer `calls` calls of each kind may take together than while Redis works, in milliseconds. If each call
 * waited until it gives Redis up, after a quarter of a second, that would be 2 500.
 */
const extraMs = 2_000;

const faults = [
  { name: 'killed', begin: () => redis.stop(), end: () => redis.startAgain() },
  { name: 'frozen', begin: () => redis.freeze(), end: () => redis.thaw() },
  {
    name: 'slow',
    begin: () => {
      proxy.delayMs = 2_000;
    },
    end: () => {
      proxy.delayMs = 0;
    },
  },
];

let redis: RedisProcess;
let proxy: SlowProxy;
let one: TestServer;
let other: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
let here: TestSocket;
let there: TestSocket;

describe.skipIf(!hasProgram('redis-server'))('two replicas and a Redis that fails', () => {
  beforeAll(async () => {
    ensureBuilt();
    redis = await startRedis();
    proxy = await startSlowProxy(redis.port);
    const config = { 'redis.url': `redis://127.0.0.1:${proxy.port}`, 'limits.rate_factor': 1 };
    one = await startTestServer({ config });
    other = await startTestServer({ config, database: one.database });
    anna = await one.signUp('anna');
    berta = await other.signUp('berta');
    room = await makeRoom(one, anna);
    await joinRoom(other, room, berta);
    here = await one.socket(room, anna.token);
    there = await other.socket(room, berta.token);
    await there.observe({ case: 'chatEvents', value: {} });
    await untilOnline(2);
  }, long);
  afterAll(async () => {
    await Promise.all([here?.close(), there?.close()]);
    await Promise.all([one?.stop(), other?.stop()]);
    await proxy?.stop();
    await redis?.stop();
  }, long);

  test.each(faults)(
    '[ST49] [ST50] [TR40] [SS2] while Redis is $name, calls are as fast as before, and all works again afterwards',
    async ({ name, begin, end }) => {
      const controlMs = await timed(readAndTry);
      await begin();
      try {
        await untilReady('degraded');
        expect((await timed(readAndTry)) - controlMs).toBeLessThan(extraMs);
        expect(await one.rest(ticketOf(anna))).toMatchObject({ status: 503, reason: 'store.key_value_unavailable' });
        const refused = await one.http({
          verb: 'POST',
          path: '/api/tickets',
          token: anna.token,
          body: { room_id: room },
        });
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        const { token } = await one.signIn();
        expect(await one.ok({ call: 'AdminService.GetServiceState', token })).toMatchObject({
          database: { healthy: true },
          key_value_store: { healthy: false },
        });
        expect((await runCli(['status', '--data-dir', one.dataDir], {})).out).toContain(
          'redis, which cannot be reached',
        );
        await chat(`while it is ${name}`);
        await untilOnline(2);
      } finally {
        await end();
      }
      await untilReady('up');
      const { ticket } = await one.ok(ticketOf(anna));
      await (await other.socket(room, undefined, { query: `?ticket=${ticket}` })).close();
      await timed(readAndTry);
      const guest = await other.signUp('new');
      await joinRoom(other, room, guest);
      const socket = await other.socket(room, guest.token);
      await untilOnline(3);
      await socket.close();
      await untilOnline(2);
      await chat(`after it was ${name}`);
    },
    long,
  );
});

const ticketOf = ({ token }: TestUser) => ({ call: 'RoomService.CreateWebSocketTicket', token, room });

async function readAndTry(): Promise<void> {
  for (let n = 0; n < calls; n++) {
    const server = n % 2 === 0 ? one : other;
    await server.ok({ call: 'UserService.GetProfile', token: n % 2 === 0 ? anna.token : berta.token });
    // Refused or not: it must be quick.
    await server.rest(ticketOf(anna));
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

async function chat(content: string): Promise<void> {
  const request = { client_message_id: content, content };
  await one.ok({ call: 'RoomService.SendChatMessage', token: anna.token, room, request });
  expect((await there.change('chatEvent')).message!.content).toBe(content);
}

const untilReady = (status: string) =>
  until(`both are ${status}`, async () => {
    const answers = await Promise.all(
      [one, other].map((server) => server.http({ verb: 'GET', path: '/health/ready' })),
    );
    return answers.every((answer) => answer.status === 200 && answer.json.status === status);
  });

const untilOnline = (count: number) =>
  vi.waitFor(async () => expect(await Promise.all([one, other].map(onlineCount))).toEqual([count, count]), 30_000);

async function onlineCount(server: TestServer): Promise<number> {
  return (await server.ok({ call: 'RoomService.GetRoomMembers', token: anna.token, room })).online_count;
}
