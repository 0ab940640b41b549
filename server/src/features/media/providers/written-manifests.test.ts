/** A playlist that the provider writes, over a whole Matinee server. */
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeBilibili, startFakeBilibili, video } from '../../../providers/bilibili/bilibili.fake.ts';

let server: TestServer;
let bilibili: FakeBilibili;
beforeAll(async () => {
  bilibili = await startFakeBilibili();
  server = await startTestServer({ sites: bilibili.sites });
});
afterAll(async () => {
  bilibili?.stop();
  await server?.stop();
});

test('[PV70] is served like one of upstream, and its films are loaded with the headers of their site', async () => {
  const owner = await server.signUp('owner');
  const { token } = owner;
  const room = await makeRoom(server, owner);
  const call = (name: string, request = {}) => server.ok({ call: `RoomService.${name}`, token, room, request });
  const { media } = await call('AddMedia', { source: { bilibili: { video: { id: video.bvid } } } });
  await call('StartPlayback', { media_id: media.id });
  const { playback } = await call('GetPlayback');
  const [{ url, format }] = playback.playback_infos.proxied.medias;
  expect(format).toBe('dash');
  const manifest = await (await fetch(server.url + url)).text();
  expect(manifest).toContain('indexRange="822-1309"');
  expect(manifest).not.toContain('127.0.0.1');
  const [, film = ''] = [...manifest.matchAll(/<BaseURL>([^<]+)<\/BaseURL>/g)].at(-1) ?? [];
  const answer = await fetch(new URL(film.replaceAll('&amp;', '&'), server.url + url));
  // The fake refuses requests without the referring page.
  expect([answer.status, await answer.text()]).toEqual([200, 'film']);
});
