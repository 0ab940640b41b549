/** The real process with few descriptors, while a client opens as many connections as it can. */
import { connect, type Socket } from 'node:net';
import { removeDataDir, type ServerProcess, startProcess } from '@matinee/testkit/process.ts';
import { makeUsedDataDir } from '@matinee/testkit/processes/used-data-dir.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { testPassword } from '@matinee/testkit/server.ts';
import { openSocket } from '@matinee/testkit/socket-client.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../tools/built.mjs';

const long = 120_000;
const descriptors = 200;
let dataDir: string;
let server: ServerProcess;
const flood: Socket[] = [];

beforeAll(() => ensureBuilt(), long);
afterEach(async () => {
  for (const socket of flood.splice(0)) socket.destroy();
  server.child.kill('SIGKILL');
  await server.ended;
  await removeDataDir(dataDir);
});

const isFull = 'the public port is full';
const hasRoom = 'takes connections again';
const linesWith = (text: string) =>
  server
    .said()
    .split('\n')
    .filter((line) => line.includes(text)).length;

/** Connections that send many requests at once and read no answers. */
function openMany(count: number): void {
  const { port } = server;
  for (let n = 0; n < count; n++) {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
    const path = n % 2 === 0 ? '/' : '/health/ready';
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n`.repeat(30));
    flood.push(socket.pause());
  }
}

async function ok(call: string, request: object, token?: string, room?: string) {
  const answer = await callRest(server.url, { call, request: request as never, token, room });
  if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${answer.reason}`);
  return answer.json;
}

const metric = async (url: string, name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await (await fetch(url)).text())?.[1]);

test(
  '[TR45] more connections than there are descriptors: people in rooms go on, and later everybody can come',
  async () => {
    dataDir = await makeUsedDataDir();
    const metricsPort = 20_000 + (process.pid % 20_000);
    const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    const metrics = `management.metrics_address=127.0.0.1:${metricsPort}`;
    server = await startProcess(dataDir, ['--set', metrics], descriptors);
    const { accessToken: token } = await ok('AuthService.LoginWithDirectPassword', {
      username: 'root',
      password: testPassword,
    });
    const room = (await ok('UserService.CreateRoom', { name: 'Room' }, token)).room.id as string;
    const person = await openSocket(`ws://127.0.0.1:${server.port}/ws/rooms/${room}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    openMany(3 * descriptors);
    await until('the port is full', () => linesWith(isFull) > 0);
    await until('many were refused', async () => {
      const refused = await metric(metricsUrl, 'matinee_port_connections_refused_total');
      // A slow server may have taken and dropped some of the first, so that too few were left to be refused.
      if (refused <= descriptors) openMany(descriptors / 4);
      return refused > descriptors;
    });
    // Many at once need many connections to the database, and each of these needs a descriptor.
    const said = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        person.command({ case: 'sendChatMessage', value: { clientMessageId: `m${n}`, content: 'x' } }),
      ),
    );
    expect(said).toEqual(Array(8).fill(undefined));
    expect(await metric(metricsUrl, 'process_resident_memory_bytes')).toBeGreaterThan(0);
    for (const socket of flood.splice(0)) socket.destroy();
    await until('the port has room', () => linesWith(hasRoom) === linesWith(isFull));
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    await ok('RoomService.SendChatMessage', { client_message_id: 'after', content: 'x' }, token, room);
    // One line when it begins and one when it ends, however many are refused.
    expect(linesWith(isFull)).toBeLessThan(10);
    expect(linesWith('EMFILE')).toBe(0);
    await person.close();
  },
  long,
);
