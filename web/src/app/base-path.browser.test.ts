import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { type PathProxy, startPathProxy } from '@matinee/testkit/outside/path-proxy.ts';
import { startTestServer, type TestServer, type TestUser, testPassword } from '@matinee/testkit/server.ts';
import { webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('the app under a path', () => {
  let server: TestServer;
  let proxy: PathProxy;
  let browser: TestBrowser;
  let media: TestMedia;
  let page: Page;
  let anna: TestUser;
  let berta: TestUser;
  let room: string;
  const faults: string[] = [];

  const asBerta = (call: string, request: object) =>
    server.ok({ call, token: berta.token, room, request: request as never });
  const path = () => new URL(page.url()).pathname;

  beforeAll(async () => {
    [server, browser, media] = await Promise.all([
      startTestServer({ webRoot, config: { 'server.base_path': '/cinema' } }),
      startBrowser({ width: 1280, height: 800 }, [], { keepsApp: true }),
      makeTestMedia(300, smallFilm),
    ]);
    proxy = await startPathProxy(server.app.port, { path: '/cinema' });
    [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
    room = await makeRoom(server, berta);
    await joinRoom(server, room, anna);
    page = await browser.context.newPage();
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  });
  afterAll(async () => {
    await browser?.close();
    proxy?.stop();
    media?.close();
    await server?.stop();
  });

  test('[CA8] who comes by the link of a room signs in, and is led into it', async () => {
    await page.goto(`${proxy.url}/r/${room}`);
    await page.getByRole('link', { name: 'I have an account' }).click();
    await page.getByLabel('Username').fill(anna.username);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('textbox', { name: 'Write a message' }).waitFor();
    expect(path()).toBe(`/cinema/r/${room}`);
  });

  test('[CA8] the chat goes both ways, by the socket', async () => {
    const field = page.getByRole('textbox', { name: 'Write a message' });
    await field.fill('from here');
    await field.press('Enter');
    await page.getByRole('article').filter({ hasText: 'from here' }).waitFor();
    await asBerta('RoomService.SendChatMessage', { client_message_id: 'one', content: 'from there' });
    await page.getByRole('article').filter({ hasText: 'from there' }).waitFor();
    expect(await page.getByText('blocks WebSockets').count()).toBe(0);
  });

  test('[CA8] the link that is copied leads below the path', async () => {
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Invite' }).first().click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${proxy.url}/r/${room}`);
    await page.keyboard.press('Escape');
  });

  const place = () => page.evaluate<number>(`document.querySelector('video')?.currentTime ?? 0`);

  test.each([
    ['mp4Url', '/streams/'],
    ['hlsUrl', '/hls-resources/'],
  ] as const)('[CA8] %s plays through the server', async (kind, noun) => {
    const isPart = (url: string) => url.startsWith(`${proxy.url}/api/`) && url.includes(noun);
    const bytes = page.waitForResponse((answer) => isPart(answer.url()));
    const source = { direct_url: { url: media[kind] }, proxy_mode: 'only' };
    const { media: film } = await asBerta('RoomService.AddMedia', { name: kind, source });
    await asBerta('RoomService.StartPlayback', { media_id: film.id });
    expect((await bytes).ok()).toBe(true);
    await expect.poll(place).toBeGreaterThan(1);
  });

  test('[CA8] a page of any depth can be loaded again, and links of the app stay below the path', async () => {
    await page.reload();
    await page.getByRole('article').filter({ hasText: 'from there' }).waitFor();
    await expect.poll(place).toBeGreaterThan(1);
    await page.goto(`${proxy.url}/account`);
    await page.getByRole('banner').getByRole('link', { name: 'Matinee' }).click();
    await page.getByRole('button', { name: 'Create room' }).waitFor();
    expect(path()).toBe('/cinema/');
    await page.locator(`a[href="/cinema/r/${room}"]`).first().waitFor();
    await page.goto(`${proxy.url}/`);
    await page.getByRole('button', { name: 'Create room' }).waitFor();
  });

  test('[CA8] [WUP8] the kept app has the path as its scope', async () => {
    const scope = await page.evaluate<string>(`(async () => {
      await navigator.serviceWorker.register('/cinema/sw.js');
      return (await navigator.serviceWorker.ready).scope;
    })()`);
    expect(scope).toBe(`${proxy.url}/`);
    await expect.poll(() => page.evaluate(`navigator.serviceWorker.controller !== null`)).toBe(true);
    const devTools = await browser.context.newCDPSession(page);
    const { data = '{}', errors } = await devTools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data)).toMatchObject({ start_url: './', scope: './' });
  });

  test('[CA8] nothing beside the path was asked for, and nothing failed for want of its address', () => {
    expect(proxy.strayed).toEqual([]);
    expect(faults.filter((text) => /404|MIME|Content Security/.test(text))).toEqual([]);
  });

  test('[WUP1] [WUP8] without a connection the kept app is shown at the addresses below the path', async () => {
    proxy.stop();
    await page.goto(`${proxy.url}/r/room_${'0'.repeat(26)}`);
    await page.getByText('The server cannot be reached.').waitFor();
    expect(path()).toMatch(/^\/cinema\/r\/room_0/);
  });
});
