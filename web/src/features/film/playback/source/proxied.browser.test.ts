import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('a film that passes through the server', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;
  /** Has the film, but does not give it to browsers. */
  let shy: Server;

  const play = async (source: object): Promise<void> => {
    const { media: added } = await server.ok({
      call: 'RoomService.AddMedia',
      token: anna.token,
      room,
      request: JSON.parse(JSON.stringify({ source })),
    });
    const request = { media_id: added.id };
    await server.ok({ call: 'RoomService.StartPlayback', token: anna.token, room, request });
  };
  const source = () => page.evaluate(() => document.querySelector('video')?.currentSrc ?? '');
  const position = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([startTestServer({ webRoot }), makeTestMedia(30), startBrowser()]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    shy = createServer((request, response) => {
      if (request.headers['sec-fetch-mode']) return void response.writeHead(403).end();
      request.pipe(
        ask(new URL(request.url!, media.mp4Url), { method: request.method, headers: request.headers }, (answer) => {
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response);
        }),
      );
    });
    await new Promise<void>((resolve) => shy.listen(0, '127.0.0.1', resolve));
  });

  afterAll(async () => {
    shy?.closeAllConnections();
    shy?.close();
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[SY47] a file plays by an address that is signed for the person', async () => {
    await play({ direct_url: { url: media.mp4Url }, proxy_mode: 'only' });
    await expect.poll(position).toBeGreaterThan(0.5);
    expect(await source()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/playback-providers\/.*sig=/);
  });

  test('[SY47] and so does HLS, with all its parts', async () => {
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && /^http/.test(request.url())) elsewhere.push(request.url());
    });
    await play({ direct_url: { url: media.hlsUrl }, proxy_mode: 'only' });
    await expect.poll(source).toMatch(/^blob:/);
    await expect.poll(position).toBeGreaterThan(0.5);
    expect(elsewhere).toEqual([]);
  });

  test('[SY48] one press has the server load what the browser may not', async () => {
    await play({ direct_url: { url: `http://127.0.0.1:${(shy.address() as AddressInfo).port}/film.mp4` } });
    await page.getByRole('button', { name: 'Play through the server' }).click();
    await expect.poll(position).toBeGreaterThan(0.5);
    expect(await source()).toContain('/api/playback-providers/');
  });

  test('[SY64] the line shows the picture at the place under the pointer, and loads nothing before somebody points', async () => {
    await play({ direct_url: { url: media.mp4Url }, proxy_mode: 'only' });
    await expect.poll(position).toBeGreaterThan(0.5);
    const line = page.getByRole('slider', { name: 'Position' });
    const previews = page.locator('[data-preview]');
    expect(await previews.count()).toBe(0);
    const box = (await line.boundingBox())!;
    const pointAt = (part: number) => page.mouse.move(box.x + box.width * part, box.y + box.height / 2);
    const countShown = async () => {
      await pointAt(0.74);
      await pointAt(0.75);
      return page.locator('[data-preview=shown]').count();
    };
    await expect.poll(countShown, { interval: 2_000 }).toBe(1);
    const shown = await previews.evaluate((video: HTMLVideoElement) => [
      video.currentTime,
      video.videoWidth,
      video.muted,
    ]);
    expect(shown[0]).toBeGreaterThan(15);
    expect(shown.slice(1)).toEqual([expect.any(Number), true]);
    expect(shown[1]).toBeGreaterThan(0);
    await page.mouse.move(10, 10);
    await previews.waitFor({ state: 'detached' });
  });
});
