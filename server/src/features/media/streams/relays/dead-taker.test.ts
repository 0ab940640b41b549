/** Two server processes on one PostgreSQL and one Redis. The one that takes a stream is killed. */
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
import { openSocket } from '@matinee/testkit/socket-client.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../../../../tools/built.mjs';
import { keyFrame, type PublishKey, publish, type Sender } from '../streams.fixture.ts';

const long = 120_000;
const folders: string[] = [];
let redis: RedisProcess;
let first: ServerProcess;
let second: ServerProcess;
let token: string;

describe.skipIf(!hasProgram('redis-server'))('two processes', () => {
  beforeAll(async () => {
    ensureBuilt();
    redis = await startRedis();
    folders.push(await makeUsedDataDir(), await makeDataDir());
    const flags = ['--set', `redis.url=${redis.url}`, '--set', 'rtmp.address=127.0.0.1:0'];
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
    await redis?.stop();
    for (const folder of folders) await removeDataDir(folder);
  }, long);

  test(
    '[LS47] [LS48] a stream whose process was killed is interrupted for all, and goes on at any other one',
    async () => {
      const { room } = await ok('UserService.CreateRoom', { name: 'Room' });
      const { media } = await ok('RoomService.AddMedia', { source: { rtmp: {} } }, room.id);
      await ok('RoomService.StartPlayback', { media_id: media.id }, room.id);
      const key = await ok('RoomService.CreateRoomPublishKey', { media_id: media.id }, room.id, second);
      const sender = await send(key);
      const flv = await flvAt(first, room.id);
      const socket = await openSocket(`ws://127.0.0.1:${first.port}/ws/rooms/${room.id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await socket.observe({ case: 'liveStreams', value: {} });
      await socket.change('liveStreams', ({ streams }) => streams.length === 1 && !streams[0]!.interruptedAt);
      const reader = (await fetch(flv)).body!.getReader();
      expect((await reader.read()).done).toBe(false);

      second.child.kill('SIGKILL');
      await second.ended;
      await sender.closed;
      await socket.change('liveStreams', ({ streams }) => streams[0]?.interruptedAt !== undefined);

      const { server_url: url } = await ok('RoomService.GetRoomStreamInfo', { media_id: media.id }, room.id);
      const again = await send({ ...key, server_url: url });
      await socket.change('liveStreams', ({ streams }) => streams.length === 1 && !streams[0]!.interruptedAt);
      const response = await until('it is there again', async () => {
        const answer = await fetch(flv);
        return answer.status === 200 ? answer : undefined;
      });
      expect((await response.body!.getReader().read()).done).toBe(false);
      await socket.close();
      again.socket.destroy();
    },
    long,
  );
});

async function send(key: PublishKey): Promise<Sender> {
  const sender = publish(key);
  expect(await sender.answer()).toBe('NetStream.Publish.Start');
  sender.begin();
  for (let ms = 1_000; ms < 4_000; ms += 1_000) sender.send('video', keyFrame, ms);
  return sender;
}

async function flvAt(server: ServerProcess, room: string): Promise<string> {
  const { playback } = await ok('RoomService.GetPlayback', {}, room);
  return server.url + playback.playback_infos.proxied.medias[0].url;
}

async function ok(call: string, request: object, room?: string, server = first) {
  const answer = await callRest(server.url, { call, request: request as never, token, ...(room ? { room } : {}) });
  if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${answer.reason} ${answer.message}`);
  return answer.json;
}
