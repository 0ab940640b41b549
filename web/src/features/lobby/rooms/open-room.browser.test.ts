import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const isMoving = `(() => { const v = document.querySelector('video'); return Boolean(v && !v.paused && v.currentTime > 0.2); })()`;

describe.skipIf(!hasChromium || !hasFfmpeg)('a room in one click', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot, settings: { 'user.enableInstantSignup': true, 'user.enableInstantRooms': true } }),
      makeTestMedia(20, smallFilm),
      startBrowser({ width: 390, height: 844 }),
    ]);
    page = await browser.context.newPage();
  });

  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[WR13] the address of a film on the start page opens a room in which it plays', async () => {
    await page.goto(server.url);
    await page.getByRole('textbox', { name: 'Link or code' }).fill(media.mp4Url);
    await expectAccessible(page);
    if (process.env.MATINEE_SHOTS) await page.screenshot({ path: `${process.env.MATINEE_SHOTS}/start-phone.png` });
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/r\/room_/, { waitUntil: 'commit' });
    await expect.poll(() => page.evaluate(isMoving), { interval: 100 }).toBe(true);
  });

  test('[WR13] one press opens another room, for the same person', async () => {
    await page.goto(server.url);
    await page.getByRole('heading', { name: 'Watch films together, wherever you are.' }).waitFor();
    await page.getByRole('button', { name: 'Create room' }).click();
    await page.waitForURL(/\/r\/room_/, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Our cinema', level: 1 }).waitFor();
  });

  test('[WR13] the new room is shown at once, without its invitation', async () => {
    const discovery = '**/api/rooms/*/discovery';
    await page.route(discovery, () => undefined);
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Create room' }).click();
    await page.getByRole('heading', { name: 'Our cinema', level: 1 }).waitFor();
    await page.unroute(discovery);
  });

  test('[WDN3] the host is asked for a name beside the film, gives it once, and is called by it', async () => {
    const question = page.getByRole('region', { name: 'What do your friends call you?' });
    await question.getByRole('textbox').fill('김민');
    await expectAccessible(page);
    if (process.env.MATINEE_SHOTS) await page.screenshot({ path: `${process.env.MATINEE_SHOTS}/host-name.png` });
    await question.getByRole('button', { name: 'OK' }).click();
    await question.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Invite' }).first().waitFor();
    expect(await question.count()).toBe(0);
    await page.goto(server.url);
    await page.getByRole('heading', { name: 'What are we watching, 김민?' }).waitFor();
  });

  test('[WR13] without accounts by a name alone the way leads through the sign-up', async () => {
    const root = await server.signIn();
    const request = { settings: { user: { enableInstantRooms: false } }, updateMask: 'user.enableInstantRooms' };
    await server.ok({ call: 'AdminService.UpdateSettings', token: root.token, request });
    const { context, close } = await startBrowser();
    try {
      const other = await context.newPage();
      await other.goto(server.url);
      if (process.env.MATINEE_SHOTS) await other.screenshot({ path: `${process.env.MATINEE_SHOTS}/start.png` });
      await other.getByRole('button', { name: 'Create room' }).click();
      await other.waitForURL(/\/signup\?return=/);
    } finally {
      await close();
    }
  });
});

describe.skipIf(!hasChromium)('a room by a link into a private network', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    server = await startTestServer({ webRoot, config: { 'outbound.allowed_networks': [] } });
    browser = await startBrowser();
    page = await browser.context.newPage();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WR17] the room asks before the address is added, once', async () => {
    const anna = await server.signUp('anna');
    await signInBrowser(page, anna);
    await page.goto(server.url);
    await page.getByRole('textbox', { name: 'Link or code' }).fill('http://127.0.0.1:18080/film.mp4');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/r\/room_/, { waitUntil: 'commit' });
    const room = new URL(page.url()).pathname.slice('/r/'.length);
    const bar = page.getByRole('region', { name: 'Pasted link' });
    await bar.getByText('The operator of this server can allow it for everybody.', { exact: false }).waitFor();
    await expectAccessible(page);
    const count = async () =>
      (await server.ok({ call: 'RoomService.ListPlaylistItems', token: anna.token, room })).media.length;
    expect(await count()).toBe(0);
    await bar.getByRole('button', { name: 'Play now' }).click();
    await expect.poll(count).toBe(1);
    await bar.waitFor({ state: 'hidden' });
  });

  test('[WR17] a page of a site whose films nobody can play is refused in the room, in words', async () => {
    await page.goto(server.url);
    await page.getByRole('textbox', { name: 'Link or code' }).fill('https://www.netflix.com/watch/1');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/r\/room_/, { waitUntil: 'commit' });
    const bar = page.getByRole('region', { name: 'Pasted link' });
    await bar.getByText('Netflix links cannot be played.', { exact: false }).waitFor();
  });
});
