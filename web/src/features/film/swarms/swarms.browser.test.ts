import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('people who play the same film', () => {
  let server: TestServer;
  let media: TestMedia;
  let browsers: TestBrowser[] = [];
  let anna: TestUser;
  let berta: TestUser;
  let room: string;

  const call = (name: string, request: object) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room, request: JSON.parse(JSON.stringify(request)) });

  beforeAll(async () => {
    [server, media, ...browsers] = await Promise.all([
      startTestServer({ webRoot, settings: { 'webrtc.externalIceServers': [] } }),
      makeTestMedia(120),
      startBrowser(),
      startBrowser(),
    ]);
    // For pages that may use the microphone, browsers try all networks of the machine, also the loopback.
    for (const { context } of browsers) await context.grantPermissions(['microphone']);
    [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
    room = await makeRoom(server, anna, { visibility: 'hidden' });
    await joinRoom(server, room, berta);
    const source = { direct_url: { url: media.hlsUrl }, proxy_mode: 'only' };
    const { media: film } = await call('AddMedia', { source });
    await call('StartPlayback', { media_id: film.id });
  });
  afterAll(async () => {
    for (const browser of browsers) await browser.close();
    media?.close();
    await server?.stop();
  });

  async function join(browser: TestBrowser, by: TestUser, prepare = () => {}): Promise<Page> {
    const page = await browser.context.newPage();
    await page.addInitScript(prepare);
    await signInBrowser(page, by);
    await page.goto(`${server.url}/r/${room}`);
    await expect.poll(() => position(page)).toBeGreaterThan(0.5);
    return page;
  }

  /** A figure of the player's statistics; empty: they do not show it. */
  async function figure(page: Page, name: string): Promise<string> {
    const isOpen = await page.locator('dt', { hasText: 'Round trip' }).isVisible();
    if (!isOpen) await press(page, page.locator('[data-sync]'));
    return (await page.locator('dt', { hasText: name }).isVisible())
      ? page.locator(`dt:text-is("${name}") + dd`).innerText()
      : '';
  }

  test('[WSW1] [WSW4] the second gets parts of it from the first, and both say so', async () => {
    const first = await join(browsers[0]!, anna);
    const second = await join(browsers[1]!, berta);
    await expect.poll(() => figure(second, 'From others'), { timeout: 60_000 }).toMatch(/\([1-9]\d?%\)/);
    await expect.poll(() => figure(first, 'To others')).toMatch(/[1-9]/);
    expect(await figure(second, 'Connected with')).toBe('1');
    await first.close();
    await second.close();
  });

  /** Makes a page send wrong bytes. */
  const lie = () => {
    const { send } = RTCDataChannel.prototype;
    const counts = { lies: 0 };
    Object.assign(globalThis, { counts });
    RTCDataChannel.prototype.send = function (this: RTCDataChannel, data: unknown) {
      const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
      // The kind of a message is at its beginning. Longer messages are pieces of a segment.
      if (!(bytes instanceof Uint8Array) || bytes.length < 1_000)
        return send.call(this, data as ArrayBufferView<ArrayBuffer>);
      counts.lies += 1;
      return send.call(
        this,
        Uint8Array.from(bytes, (byte, index) => (index < 100 ? byte : byte ^ 0x55)),
      );
    };
  };

  test('[WSW6] whoever sends wrong bytes is dropped, and the film goes on for the others', async () => {
    const liar = await join(browsers[0]!, anna, lie);
    const second = await join(browsers[1]!, berta);
    const source = () => second.evaluate(() => document.querySelector('video')!.currentSrc);
    const loaded = await source();
    await expect.poll(() => liar.evaluate('counts.lies'), { timeout: 60_000 }).toBeGreaterThan(0);
    await expect.poll(() => figure(second, 'Connected with')).toBe('0');
    const before = await position(second);
    await expect.poll(() => position(second)).toBeGreaterThan(before + 10);
    expect(await second.evaluate(() => document.querySelector('video')!.error)).toBeNull();
    // The page found the wrong bytes before the film broke. Otherwise it would have loaded the film again.
    expect(await source()).toBe(loaded);
    expect(await second.getByRole('heading', { name: 'This browser cannot play it' }).count()).toBe(0);
    await liar.close();
    await second.close();
  }, 120_000);

  test('[WSW2] whoever does not want it exchanges nothing, and the film plays all the same', async () => {
    const page = await browsers[0]!.context.newPage();
    await signInBrowser(page, anna);
    await page.addInitScript(() => localStorage.setItem('matinee.exchange', 'off'));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${server.url}/r/${room}`);
    await expect.poll(() => position(page)).toBeGreaterThan(0.5);
    await press(page, page.getByRole('button', { name: 'Speed, subtitles and sound' }));
    await expect.poll(() => page.getByRole('radio', { name: 'Never' }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    expect(asked.filter((url) => url.includes('ice-servers'))).toEqual([]);
    expect(await figure(page, 'From others')).toBe('');
    await page.close();
  });
});

/** Presses a button of the player. Shows the controls first, because they may have disappeared. */
async function press(page: Page, button: Locator): Promise<void> {
  await page.locator('video').dispatchEvent('pointermove');
  await button.click();
}
const position = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
