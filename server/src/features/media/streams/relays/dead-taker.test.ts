/** Two server processes on one PostgreSQL and one Redis. The one that takes a stream is killed. */
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import type { ServerProcess } from '@matinee/testkit/process.ts';
import { startTwoProcesses, type TwoProcesses } from '@matinee/testkit/processes/two-processes.ts';
import { openSocket } from '@matinee/testkit/socket-client.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../../../../tools/built.mjs';
import { keyFrame, type PublishKey, publish, type Sender } from '../streams.fixture.ts';

const long = 120_000;
let both: TwoProcesses;

describe.skipIf(!hasProgram('redis-server'))('two processes', () => {
  beforeAll(async () => {
    ensureBuilt();
    both = await startTwoProcesses(['rtmp.address=127.0.0.1:0']);
  }, long);
  afterAll(() => both?.stop(), long);

  test(
    '[LS47] [LS48] a stream whose process was killed is interrupted for all, and goes on at any other one',
    async () => {
      const { first, second, token, ok } = both;
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

      await both.killSecond();
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
  const { playback } = await both.ok('RoomService.GetPlayback', {}, room);
  return server.url + playback.playback_infos.proxied.medias[0].url;
}
