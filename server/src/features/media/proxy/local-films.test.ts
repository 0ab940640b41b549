import { startOrigin } from '@matinee/testkit/outside/origin.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOutgoingGuard } from '../../../drivers/outgoing/guard.ts';
import { makeUpstreamClient } from '../../../drivers/upstream/upstream.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { makeLog } from '../../../kernel/log.ts';
import { makeLocalFilms } from './local-films.ts';
import type { ResourceKey } from './proxy.port.ts';

const film = Buffer.alloc(300_000, 7);
/** More than the buffers between two programs hold. */
const largeBytes = 64 * 1_048_576;
let origin: Awaited<ReturnType<typeof startOrigin>>;
let films: ReturnType<typeof makeLocalFilms>;
beforeAll(async () => {
  origin = await startOrigin(({ url }, response) => {
    const length = url === '/large' ? largeBytes : film.length;
    response.writeHead(200, { 'content-length': length });
    if (url === '/stalled') response.write(film.subarray(1));
    else response.end(url === '/large' ? Buffer.alloc(largeBytes) : film);
  });
  const upstream = makeUpstreamClient({ guard: makeOutgoingGuard(['127.0.0.0/8']), clock: systemClock });
  const resource = { format: 'file', identity: 'film', cacheable: false } as const;
  const resolving = {
    resolve: async ({ mode }: ResourceKey) => ({ ...resource, url: `${origin.url}/${mode}` }),
    forget: () => undefined,
  };
  films = makeLocalFilms({ resolving, upstream, slices: undefined, log: makeLog('silent') });
});
afterAll(() => {
  films?.stop();
  origin?.stop();
});

const key = { roomId: 'room_1', version: 'med_1.1', noun: 'conversion', mode: '' } as ResourceKey;
const viewer = { userId: 'usr_1', sessionId: 'ses_1' };
const read = async (url: string) => (await (await fetch(url)).arrayBuffer()).byteLength;

test('[CV6] a program reads a film of this machine until it is closed', async () => {
  const { url, close } = await films.open(key, viewer, 'film');
  expect(await read(url)).toBe(film.length);
  close();
  expect((await fetch(url)).status).toBe(404);
});

test('[CV12] what a program reads breaks off where it may read no more', async () => {
  const { url } = await films.open(key, viewer, 'film', 450_000);
  expect(await read(url)).toBe(film.length);
  await expect(read(url)).rejects.toThrow();
  await expect(read(url)).rejects.toThrow();
});

test('[CV16] a program reads while it waits for bytes, and not while bytes wait for it', async () => {
  const { url, isReading } = await films.open({ ...key, mode: 'stalled' }, viewer, 'stalled');
  expect(isReading()).toBe(false);
  const answer = await fetch(url);
  // The server of the film has sent a part of it, and then nothing.
  const reader = answer.body!.getReader();
  await reader.read();
  expect([isReading(), isReading()]).toEqual([true, true]);
  await reader.cancel();
  await expect.poll(isReading).toBe(false);

  const { url: large, isReading: isReadingLarge } = await films.open({ ...key, mode: 'large' }, viewer, 'large');
  const unread = (await fetch(large)).body!;
  await expect.poll(isReadingLarge).toBe(false);
  const all = new Response(unread).arrayBuffer();
  await expect.poll(isReadingLarge).toBe(true);
  expect((await all).byteLength).toBe(largeBytes);
});
