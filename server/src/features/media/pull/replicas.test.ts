/** Two server processes on one PostgreSQL and one Redis. The one that pulls a stream is killed. */
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import type { ServerProcess } from '@matinee/testkit/process.ts';
import { startTwoProcesses, type TwoProcesses } from '@matinee/testkit/processes/two-processes.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../../../tools/built.mjs';
import { type Source, startSource } from './pull.fixture.ts';

const long = 120_000;
let both: TwoProcesses;
let source: Source;

describe.skipIf(!hasProgram('redis-server'))('two processes', () => {
  beforeAll(async () => {
    ensureBuilt();
    source = await startSource();
    both = await startTwoProcesses(['outbound.allowed_networks=127.0.0.1']);
  }, long);
  afterAll(async () => {
    await both?.stop();
    source?.stop();
  }, long);

  test(
    '[PUL1] [PUL8] viewers of both read one pull, and after its process was killed another one pulls',
    async () => {
      const { first, second, ok } = both;
      const { room } = await ok('UserService.CreateRoom', { name: 'Room' });
      const request = { source: { live_proxy: { url: `${source.url}/live.flv` } } };
      const { media } = await ok('RoomService.AddMedia', request, room.id);
      await ok('RoomService.StartPlayback', { media_id: media.id }, room.id);
      // The one that is killed is asked first, so it pulls.
      const bodies = [await read(second, room.id), await read(first, room.id), await read(second, room.id)];
      expect(source.asked).toHaveLength(1);

      await both.killSecond();
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
  const { playback } = await both.ok('RoomService.GetPlayback', {}, room);
  const response = await fetch(server.url + playback.playback_infos.proxied.medias[0].url);
  if (response.status !== 200) throw new Error(await response.text());
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  expect(Buffer.from(value!).toString('latin1', 0, 3)).toBe('FLV');
  return reader;
}
