/** Two server processes on one PostgreSQL and one Redis. The one that pulls a stream is killed. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import {
  databaseUrlOf,
  makeDataDir,
  type RedisProcess,
  removeDataDir,
  type ServerProcess,
  startProcess,
  startRedis,
} from '@matinee/testkit/process.ts';
import { makeUsedDataDir } from '@matinee/testkit/processes/used-data-dir.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { testPassword } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../../../tools/built.mjs';
import { type Source, startSource } from './pull.fixture.ts';

const long = 120_000;
const folders: string[] = [];
let redis: RedisProcess;
let first: ServerProcess;
let second: ServerProcess;
let source: Source;
let token: string;

describe.skipIf(!hasProgram('redis-server'))('two processes', () => {
  beforeAll(async () => {
    ensureBuilt();
    [redis, source] = await Promise.all([startRedis(), startSource()]);
    folders.push(await makeUsedDataDir(), await makeDataDir());
    const flags = ['--set', `redis.url=${redis.url}`, '--set', 'outbound.allowed_networks=127.0.0.1'];
    first = await startProcess(folders[0]!, flags);
    const url = await databaseUrlOf(folders[0]!);
    cpSync(join(folders[0]!, 'secrets'), join(folders[1]!, 'secrets'), { recursive: true });
    second = await startProcess(folders[1]!, [...flags, '--set', `database.url=${url}`]);
    const session = await ok('AuthService.LoginWithDirectPassword', { username: 'root', password: testPassword });
    token = session.accessToken;
  }, long);
  afterAll(async () => {
    second?.child.kill('SIGKILL');
    first?.child.kill('SIGTERM');
    await Promise.all([first?.ended, second?.ended]);
    source?.stop();
    await redis?.stop();
    for (const folder of folders) await removeDataDir(folder);
  }, long);

  test(
    '[PUL1] [PUL8] viewers of both read one pull, and after its process was killed another one pulls',
    async () => {
      const { room } = await ok('UserService.CreateRoom', { name: 'Room' });
      const request = { source: { live_proxy: { url: `${source.url}/live.flv` } } };
      const { media } = await ok('RoomService.AddMedia', request, room.id);
      await ok('RoomService.StartPlayback', { media_id: media.id }, room.id);
      // The one that is killed is asked first, so it pulls.
      const bodies = [await read(second, room.id), await read(first, room.id), await read(second, room.id)];
      expect(source.asked).toHaveLength(1);

      second.child.kill('SIGKILL');
      await second.ended;
      // What the other one still has of the stream is there for a while.
      await until(
        'another one pulls',
        async () => {
          const body = await read(first, room.id).catch(() => undefined);
          if (body) bodies.push(body);
          return source.asked.length === 2;
        },
        60_000,
      );
      await until('the first pull is over', () => source.open.size === 1);
      for (const body of bodies) await body.cancel().catch(() => undefined);
    },
    long,
  );
});

/** The body of the stream at a process, of which the first bytes have come. */
async function read(server: ServerProcess, room: string): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const { playback } = await ok('RoomService.GetPlayback', {}, room);
  const response = await fetch(server.url + playback.playback_infos.proxied.medias[0].url);
  if (response.status !== 200) throw new Error(await response.text());
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  expect(Buffer.from(value!).toString('latin1', 0, 3)).toBe('FLV');
  return reader;
}

async function ok(call: string, request: object, room?: string) {
  const answer = await callRest(first.url, { call, request: request as never, token, ...(room ? { room } : {}) });
  if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${answer.reason} ${answer.message}`);
  return answer.json;
}
