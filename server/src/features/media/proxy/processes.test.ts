/**
 * Two server processes on one PostgreSQL and one Redis, each with its own slices. One is killed while it fills a slice.
 */
import { readdirSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import type { ServerProcess } from '@matinee/testkit/process.ts';
import { startTwoProcesses, type TwoProcesses } from '@matinee/testkit/processes/two-processes.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../../../tools/built.mjs';
import { bytesOf } from './proxy.fixture.ts';
import { mediaVersion, resourcePath } from './proxy.port.ts';

const long = 120_000;
const sliceBytes = 2 * 1_048_576;
const film = bytesOf(2 * sliceBytes + 500_000);
let both: TwoProcesses;
let origin: Origin;
/** True: the server sends half of a slice, and never the rest. */
let isStuck = false;

function sendRange(range: string | undefined, response: ServerResponse): void {
  const [, start = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const end = Math.min(Number(last || film.length - 1), film.length - 1);
  const part = film.subarray(Number(start), end + 1);
  response.writeHead(206, {
    'content-range': `bytes ${start}-${end}/${film.length}`,
    'content-length': part.length,
    etag: '"1"',
  });
  if (isStuck) response.write(part.subarray(0, part.length / 2));
  else response.end(part);
}

describe.skipIf(!hasProgram('redis-server'))('two processes', () => {
  beforeAll(async () => {
    ensureBuilt();
    origin = await startOrigin((request, response) => sendRange(request.headers.range, response));
    both = await startTwoProcesses(['outbound.allowed_networks=127.0.0.0/8', 'media_probe.enabled=false']);
  }, long);
  afterAll(async () => {
    await both?.stop();
    origin?.stop();
  }, long);

  /** The path of an unread film. */
  async function addFilm(name: string): Promise<string> {
    const { room } = await both.ok('UserService.CreateRoom', { name });
    const source = { direct_url: { url: `${origin.url}/${name}.mp4` } };
    const { media } = await both.ok('RoomService.AddMedia', { name, source }, room.id);
    const version = mediaVersion(media.id, 1);
    return resourcePath({
      roomId: room.id,
      provider: 'direct-url',
      version,
      noun: 'streams',
      mode: 'original',
      index: 0,
    });
  }

  const read = (server: ServerProcess, path: string) =>
    fetch(server.url + path, { headers: { authorization: `Bearer ${both.token}` } });
  const filesIn = (folder: string): string[] =>
    readdirSync(join(folder, 'slices'), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, 'slices', name))
      .filter((path) => statSync(path).isFile());

  test(
    '[SC4] what a process leaves that is killed while it fills a slice is never served',
    async () => {
      const path = await addFilm('killed');
      isStuck = true;
      const reading = read(both.second, path)
        .then((answer) => answer.arrayBuffer())
        .catch(() => undefined);
      const parts = () =>
        filesIn(both.folders[1]).filter((file) => file.endsWith('.part') && statSync(file).size > 500_000);
      await until('half of a slice is on disk', () => parts().length > 0);
      await both.killSecond();
      expect(await reading).toBeUndefined();
      isStuck = false;
      await both.startSecond();
      expect(filesIn(both.folders[1]).filter((file) => file.endsWith('.part'))).toEqual([]);
      for (const _ of ['cold', 'warm']) {
        const answer = await read(both.second, path);
        expect(answer.status).toBe(200);
        expect(Buffer.from(await answer.arrayBuffer()).equals(film)).toBe(true);
      }
    },
    long,
  );

  test(
    '[SC12] emptying the cache at one process empties that of the other',
    async () => {
      const path = await addFilm('purged');
      for (const server of [both.first, both.second]) await (await read(server, path)).arrayBuffer();
      const slices = async () => {
        const { replicas } = await both.ok('AdminService.GetSliceCacheStats', {});
        return replicas.map((replica: { slices?: number }) => replica.slices ?? 0);
      };
      await until(
        'both have the film',
        async () => (await slices()).filter((count: number) => count >= 3).length === 2,
      );
      const { freed_bytes: freed } = await both.ok('AdminService.PurgeSliceCache', {});
      expect(freed).toBeGreaterThanOrEqual(2 * film.length);
      expect(await slices()).toEqual([0, 0]);
      for (const folder of both.folders) expect(filesIn(folder)).toEqual([]);
    },
    long,
  );
});
