import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import type { ContractCall } from '@matinee/testkit/contract-call.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const subtitles = 'WEBVTT\n\n00:00:00.000 --> 00:00:05.000\nHello from the first five seconds\n';

describe.skipIf(!hasChromium || !hasFfmpeg)('a room on a phone, and in full screen', () => {
  let server: TestServer;
  let media: TestMedia;
  let texts: Server;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;
  let devTools: CDPSession;

  const asAnna = (call: string, request: NonNullable<ContractCall['request']> = {}) =>
    server.ok({ call, token: anna.token, room, request });
  const isFull = () => page.evaluate<boolean>('document.fullscreenElement !== null');
  /** Holds the phone upright or sideways. */
  const hold = (isSideways: boolean, width = 390) =>
    devTools.send('Emulation.setDeviceMetricsOverride', {
      ...(isSideways ? { width: 844, height: 390 } : { width, height: 844 }),
      deviceScaleFactor: 1,
      mobile: true,
      screenOrientation: isSideways ? { type: 'landscapePrimary', angle: 90 } : { type: 'portraitPrimary', angle: 0 },
    });

  beforeAll(async () => {
    texts = createServer((_, answer) =>
      answer.writeHead(200, { 'content-type': 'text/vtt', 'access-control-allow-origin': '*' }).end(subtitles),
    );
    await new Promise<void>((resolve) => texts.listen(0, '127.0.0.1', resolve));
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(300, smallFilm),
      startBrowser({ width: 390, height: 844 }),
    ]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    const url = `http://127.0.0.1:${(texts.address() as AddressInfo).port}/en.vtt`;
    const source = { direct_url: { url: media.mp4Url, subtitles: [{ name: 'English', language: 'en', url }] } };
    const film = await asAnna('RoomService.AddMedia', { name: 'Film', source });
    await asAnna('RoomService.StartPlayback', { media_id: film.media.id });
    page = await browser.context.newPage();
    devTools = await browser.context.newCDPSession(page);
    await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await hold(false);
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await until('it plays', () =>
      page.evaluate<boolean>(
        `(({ paused, currentTime } = {}) => paused === false && currentTime > 0)(document.querySelector('video') ?? {})`,
      ),
    );
  });

  afterAll(async () => {
    await browser?.close();
    media?.close();
    texts?.close();
    await server?.stop();
  });

  test('[SY43] a phone that is turned on its side fills its screen with the film, and is back when it is turned back', async () => {
    await hold(true);
    await until('the film fills the screen', isFull);
    await until('nothing else is there', async () => !(await page.getByRole('banner').isVisible()));
    expect(await page.getByRole('complementary').isVisible()).toBe(false);
    await hold(false);
    await until('the page is as it was', async () => !(await isFull()));
    await page.getByRole('complementary').waitFor();
  });

  test('[SY94] on a narrow phone no control of the film is cut off', async () => {
    await hold(false, 320);
    const button = page.getByRole('button', { name: 'Full screen' });
    await until('the last button is on the screen', async () => {
      const box = await button.boundingBox();
      return box !== null && box.x + box.width <= 320;
    });
    await hold(false);
  });

  test('[WRM8] menus and popups are sheets from below', async () => {
    const isSheet = async (role: 'menu' | 'dialog') => {
      const box = await page.getByRole(role).boundingBox();
      return box !== null && box.x === 0 && box.width === 390 && Math.abs(box.y + box.height - 844) < 2;
    };
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await until('the menu is a sheet', () => isSheet('menu'));
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.locator('video').dispatchEvent('pointermove');
    await page.getByRole('button', { name: 'Speed, subtitles and sound' }).click();
    await until('the popup is a sheet', () => isSheet('dialog'));
    await expectAccessible(page);
  });

  test('[SY44] subtitles are shown later by as much as somebody wants', async () => {
    const line = page.getByText('Hello from the first five seconds');
    await asAnna('RoomService.UpdatePlaybackState', { is_playing: false, position_seconds: 6 });
    await page.getByRole('dialog').getByText('English').click();
    const later = page.getByRole('button', { name: 'Half a second later' });
    await later.waitFor();
    expect(await line.count()).toBe(0);
    for (let press = 0; press < 4; press += 1) await later.click();
    await page.getByText('+2 s').waitFor();
    await line.waitFor();
    await page.keyboard.press('Escape');
  });

  test('[WL5] a finger drags an item of the playlist to another place', async () => {
    for (const name of ['Second', 'Third'])
      await asAnna('RoomService.AddMedia', { name, source: { direct_url: { url: `${media.mp4Url}?${name}` } } });
    await page.getByRole('tab', { name: 'Playlist' }).click();
    const names = async () =>
      (await page.locator('li[data-id]').allTextContents()).map((text) => /Film|Second|Third/.exec(text)?.[0]);
    await until('all are there', async () => (await names()).length === 3);
    const middle = async (index: number) => {
      const box = (await page.locator('[data-handle]').nth(index).boundingBox())!;
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const [from, to] = [await middle(2), await middle(0)];
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      devTools.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: from.x, y }] });
    await touch('touchStart', from.y);
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', from.y + ((to.y - 20 - from.y) * step) / 8);
    await touch('touchEnd');
    await until('it is the first one', async () => (await names()).join() === 'Third,Film,Second');
    await until('the server has it', async () => {
      const { media: items } = await asAnna('RoomService.ListPlaylistItems');
      return items[0].name === 'Third';
    });
  });

  test('[WL34] the menu of an item moves it by one place', async () => {
    const names = async () =>
      (await page.locator('li[data-id]').allTextContents()).map((text) => /Film|Second|Third/.exec(text)?.[0]);
    const choose = async (name: string, line: string) => {
      await page.getByRole('button', { name: `More for ${name}` }).click();
      await page.getByRole('menuitem', { name: line }).click();
    };
    await page.getByRole('button', { name: 'More for Third' }).click();
    await page.getByRole('menuitem', { name: 'Move down' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Move up' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await choose('Third', 'Move down');
    await until('it is the second one', async () => (await names()).join() === 'Film,Third,Second');
    await page.getByText('Third dropped at place 2 of 3.').waitFor({ state: 'attached' });
    await until('the server has it', async () => {
      const { media: items } = await asAnna('RoomService.ListPlaylistItems');
      return items[1].name === 'Third';
    });
    await choose('Second', 'Move up');
    await until('it is the second one', async () => (await names()).join() === 'Film,Second,Third');
  });

  test('[WL5] an item lies where the pointer let go, also if the page has not drawn that yet', async () => {
    const box = async (index: number) => (await page.locator('[data-handle]').nth(index).boundingBox())!;
    const { x, y } = await box(2);
    const top = (await box(0)).y - 20;
    await page.locator('[data-handle]').nth(2).dispatchEvent('pointerdown', { button: 0, clientX: x, clientY: y });
    await page.evaluate((clientY) => {
      for (const type of ['pointermove', 'pointerup']) dispatchEvent(new PointerEvent(type, { clientY }));
    }, top);
    await until('the server has it', async () => {
      const { media: items } = await asAnna('RoomService.ListPlaylistItems');
      return items[0].name === 'Third';
    });
  });

  test('[WRM7] in full screen the film has the screen to itself, and the chat comes beside it', async () => {
    await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await devTools.send('Emulation.setDeviceMetricsOverride', {
      width: 1440,
      height: 900,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await page.keyboard.press('f');
    await until('full screen', isFull);
    await until('nothing else is there', async () => !(await page.getByRole('complementary').isVisible()));
    const film = (await page.locator('video').boundingBox())!;
    expect([film.x, film.y, film.width, film.height]).toEqual([0, 0, 1440, 900]);
    await page.getByRole('button', { name: 'Chat in full screen' }).click();
    await page.getByText('Beside the film', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Chat' }).click();
    await page.getByRole('complementary').getByLabel('Write a message').fill('Hello');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').getByRole('log').getByText('Hello').waitFor();
    expect(await isFull()).toBe(true);
    await page.getByRole('button', { name: 'Leave full screen' }).click();
    await page.getByRole('banner').waitFor();
  });

  test('[SY43] where a browser fills the screen with bare videos only, the page fills its window, with the chat', async () => {
    await page.evaluate(`Object.defineProperty(document, 'fullscreenEnabled', { value: false, configurable: true })`);
    await page.setViewportSize({ width: 844, height: 390 });
    await page.keyboard.press('f');
    await page.getByRole('banner').waitFor({ state: 'hidden' });
    expect(await isFull()).toBe(false);
    await page.getByRole('complementary').getByRole('log').waitFor();
    if (process.env.MATINEE_SHOTS) await page.screenshot({ path: `${process.env.MATINEE_SHOTS}/filled.png` });
    const film = (await page.locator('video').boundingBox())!;
    expect([film.y, film.height]).toEqual([0, 390]);
    await page.keyboard.press('f');
    await page.getByRole('banner').waitFor();
  });
});
