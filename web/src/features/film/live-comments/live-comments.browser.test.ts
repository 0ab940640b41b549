/** Comments of a live stream in the page of a room: over its picture, and in the list beside it. */
import { startFakeBilibili } from '@matinee/server/providers/bilibili/bilibili.fake.ts';
import {
  type FakeLiveComments,
  liveComment,
  packed,
  startFakeLiveComments,
} from '@matinee/server/providers/bilibili/bilibili-live.fake.ts';
import {
  chatLine,
  type FakeTwitchChat,
  startFakeTwitchChat,
} from '@matinee/server/providers/twitch/twitch-chat.fake.ts';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const filled = `(() => {
  const canvas = document.querySelector('[data-danmaku] canvas');
  if (!canvas) return 0;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let at = 3; at < data.length; at += 4) if (data[at] > 0) count += 1;
  return count;
})()`;

describe.skipIf(!hasChromium || !hasFfmpeg)('comments of a live stream', () => {
  let server: TestServer;
  let media: TestMedia;
  let site: Origin;
  let comments: FakeLiveComments;
  let chat: FakeTwitchChat;
  let bilibili: Awaited<ReturnType<typeof startFakeBilibili>>;
  let browser: TestBrowser;
  let anna: TestUser;
  let page: Page;
  let room: string;

  const layer = () => page.locator('[data-danmaku]');
  const list = () => page.getByRole('region', { name: 'Chat of the stream' });
  const drawn = () => page.evaluate<number>(filled);
  const call = (name: string, request: object) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room, request: request as never });

  beforeAll(async () => {
    [media, comments, chat, bilibili, browser] = await Promise.all([
      makeTestMedia(300, smallFilm),
      startFakeLiveComments(),
      startFakeTwitchChat(),
      startFakeBilibili(),
      startBrowser({ width: 1280, height: 800 }),
    ]);
    // The fake's stream is at `/film/live.m3u8`; the files that it names are beside it.
    site = await startOrigin((request, response) => {
      const path = new URL(request.url!, 'http://x').pathname.replace(/^\/film\/(?:live\.m3u8)?/, (start) =>
        start.endsWith('m3u8') ? '/film.m3u8' : '/',
      );
      response.writeHead(307, { location: new URL(path, media.hlsUrl).href }).end();
    });
    bilibili.url = site.url;
    const sites = { ...bilibili.sites, ...comments.sites, ...chat.sites };
    server = await startTestServer({ webRoot, sites, config: { 'outbound.allowed_networks': ['127.0.0.1'] } });
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
  });
  afterAll(async () => {
    await browser?.close();
    media?.close();
    for (const part of [site, comments, chat, bilibili]) part?.stop();
    await server?.stop();
  });

  async function play(source: object): Promise<void> {
    const { media: item } = await call('AddMedia', { name: 'Live', source });
    await call('StartPlayback', { media_id: item.id });
  }

  test('[WLC3] they fly over the film as they come', async () => {
    await play({ bilibili: { live_room_id: '22747736' } });
    await layer().waitFor({ state: 'attached' });
    const position = () => page.evaluate<number>(`document.querySelector('video').currentTime`);
    await expect.poll(position).toBeGreaterThan(0.5);
    expect(await drawn()).toBe(0);
    await expect.poll(() => comments.entered.length).toBe(1);
    // When the player jumps to the edge of the stream, flying comments go away.
    await expect
      .poll(() => {
        comments.send(packed.brotli(liveComment('hello from the stream', { author: 'Emil' })));
        return drawn();
      })
      .toBeGreaterThan(500);
  });

  test('[WLC4] the chat panel has them beside the chat of the room', async () => {
    expect(await list().count()).toBe(0);
    await page.getByRole('button', { name: 'Stream', exact: true }).click();
    // The list has the comments from before.
    await list().getByText('hello from the stream').first().waitFor();
    comments.send(liveComment('second', { author: 'Emil', color: 0xff8800 }));
    await list().getByText('second').waitFor();
    expect(await list().getByText('Emil').count()).toBeGreaterThan(1);
    expect(comments.connections).toBe(1);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Room', exact: true }).click();
    await page.getByRole('log', { name: 'Messages' }).waitFor();
  });

  test('[WLC3] D sends them away', async () => {
    await page.keyboard.press('d');
    await expect.poll(() => layer().count()).toBe(0);
    await page.keyboard.press('d');
    await layer().waitFor({ state: 'attached' });
  });

  test('[WLC4] [WDK4] under a flood the list stays at its end, and with less motion they stand', async () => {
    await page.getByRole('button', { name: 'Stream', exact: true }).click();
    await list().waitFor();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (let i = 0; i < 2_000; i += 1) comments.send(liveComment(`flood ${i}`));
    await list().getByText('flood 1999', { exact: true }).waitFor();
    expect(await list().getByRole('listitem').count()).toBeLessThanOrEqual(200);
    const end = `(() => { const e = document.querySelector('section[aria-label="Chat of the stream"] [tabindex="0"]'); return e.scrollHeight - e.scrollTop - e.clientHeight; })()`;
    await expect.poll(() => page.evaluate<number>(end)).toBeLessThan(2);
    await expect.poll(drawn).toBeGreaterThan(500);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  test('[WLC3] [WLC4] [WLC2] over the player of Twitch nothing is drawn, its chat is beside it, and what is deleted goes', async () => {
    await play({ twitch: { kind: 'channel', id: 'monstercat' } });
    await expect.poll(() => layer().count()).toBe(0);
    await list().waitFor();
    await expect.poll(() => chat.heard.at(-1)).toBe('JOIN #monstercat');
    chat.say(chatLine('PogChamp', { id: 'a' }), chatLine('stays', { id: 'b' }));
    await list().getByText('PogChamp').waitFor();
    expect(await list().getByText('flood').count()).toBe(0);
    chat.say('@target-msg-id=a :tmi.twitch.tv CLEARMSG #monstercat :PogChamp');
    await expect.poll(() => list().getByText('PogChamp').count()).toBe(0);
    expect(await list().getByText('stays').count()).toBe(1);
  });

  test('[WLC5] a site that cannot be heard is told', async () => {
    chat.stop();
    await list().getByText('cannot be reached').waitFor();
  });

  test('[WLC4] what has no chat of its own leaves that of the room', async () => {
    await play({ direct_url: { url: media.mp4Url } });
    await page.getByRole('log', { name: 'Messages' }).waitFor();
    expect(await page.getByRole('button', { name: 'Stream', exact: true }).count()).toBe(0);
  });
});
