import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import type { ContractCall } from '@matinee/testkit/contract-call.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

type Request = NonNullable<ContractCall['request']>;

/** Two comments a second, all over the film. */
const document = `<i>${Array.from({ length: 120 }, (_, i) => `<d p="${i / 2},${i % 9 === 4 ? 5 : 1},25,${i % 2 ? 16777215 : 65535}">comment ${i}</d>`).join('')}</i>`;

/** The drawing over the film: the share of pixels that are not empty, and a text that is equal for equal pictures. */
const drawn = `(() => {
  const canvas = document.querySelector('[data-danmaku] canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let [filled, lowest, sum] = [0, 0, 0];
  for (let at = 3; at < data.length; at += 4) {
    if (data[at] === 0) continue;
    filled += 1;
    lowest = at;
    sum = (sum * 31 + at) % 1e9;
  }
  return { share: filled / (data.length / 4), lowest: lowest / data.length, sum };
})()`;

describe.skipIf(!hasChromium || !hasFfmpeg)('comments over the film', () => {
  let server: TestServer;
  let media: TestMedia;
  let origin: Origin;
  let browser: TestBrowser;
  let anna: TestUser;
  let page: Page;
  let room: string;

  const layer = () => page.locator('[data-danmaku]');
  const settings = () => page.getByRole('button', { name: 'Speed, subtitles and sound' });
  const look = () => page.evaluate<{ share: number; lowest: number; sum: number }>(drawn);
  const call = (name: string, request: Request) => server.ok({ call: name, token: anna.token, room, request });
  const play = (change: Request) => call('RoomService.UpdatePlaybackState', change);
  const position = () => page.evaluate<number>(`document.querySelector('video').currentTime`);
  /** Chooses in the settings of the player. */
  const choose = async (group: string, choice: string) => {
    await page.mouse.move(300, 300);
    await settings().click();
    await page.getByRole('group', { name: group }).getByText(choice, { exact: true }).click();
    await page.keyboard.press('Escape');
  };

  beforeAll(async () => {
    [server, media, browser, origin] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(300, smallFilm),
      startBrowser({ width: 1280, height: 800 }),
      startOrigin((request, response) => {
        if (request.url === '/all.xml') response.end(document);
        else response.writeHead(404).end();
      }),
    ]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
  });

  afterAll(async () => {
    await browser?.close();
    media?.close();
    origin?.stop();
    await server?.stop();
  });

  async function start(danmakus: { url: string; name?: string }[]): Promise<void> {
    const source = { direct_url: { url: media.mp4Url, danmakus } };
    const film = await call('RoomService.AddMedia', { name: 'Film', source });
    await call('RoomService.StartPlayback', { media_id: film.media.id });
    await expect.poll(position).toBeGreaterThan(0.5);
  }

  test('[WDK5] a film without comments loads nothing of this', async () => {
    await start([]);
    expect(await layer().count()).toBe(0);
    await page.mouse.move(300, 300);
    await settings().click();
    await page.getByRole('group', { name: 'Subtitles' }).or(page.getByText('No subtitles')).first().waitFor();
    expect(await page.getByText('Comments over the film').count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('[WDK2] comments move with the film, and stand still with it', async () => {
    await start([{ url: `${origin.url}/all.xml`, name: 'everybody' }]);
    await expect.poll(() => layer().getAttribute('data-danmaku')).toBe('120');
    await play({ position_seconds: 20 });
    await expect.poll(async () => (await look()).share).toBeGreaterThan(0.005);
    const { sum } = await look();
    await expect.poll(async () => (await look()).sum).not.toBe(sum);
    await play({ is_playing: false });
    await page.waitForFunction(`document.querySelector('video').paused`);
    const still = await look();
    await page.waitForTimeout(300);
    expect(await look()).toEqual(still);
    await play({ position_seconds: 40 });
    await expect.poll(position).toBeCloseTo(40, 1);
    // The film shows before the comments are drawn.
    await expect.poll(async () => (await look()).sum).not.toBe(still.sum);
    const there = await look();
    await play({ position_seconds: 10 });
    await expect.poll(async () => (await look()).sum).not.toBe(there.sum);
    await play({ position_seconds: 40 });
    await expect.poll(async () => (await look()).sum).toBe(there.sum);
  });

  test('[WDK3] how far down and how large, and the device keeps it', async () => {
    await choose('How far down comments go', 'A quarter');
    await expect.poll(async () => (await look()).lowest).toBeLessThan(0.25);
    const { share } = await look();
    await choose('Size of comments', 'Large');
    await expect.poll(async () => (await look()).share).toBeGreaterThan(share);
    await page.reload();
    await expect.poll(() => layer().getAttribute('data-danmaku')).toBe('120');
    await expect.poll(async () => (await look()).lowest).toBeLessThan(0.25);
  });

  test('[WDK3] [WDK5] D sends them away and brings them back, and is listed', async () => {
    await page.keyboard.press('d');
    await expect.poll(() => layer().count()).toBe(0);
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Comments over the film off or on').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('d');
    await layer().waitFor({ state: 'attached' });
  });

  test('[WDK4] with less motion they stand', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await play({ position_seconds: 30, is_playing: true });
    await expect.poll(position).toBeGreaterThan(30.2);
    // All comments stand in the middle: the left edge of the picture stays empty.
    const edge = `(() => { const c = document.querySelector('[data-danmaku] canvas');
      return c.getContext('2d').getImageData(0, 0, Math.floor(c.width / 5), c.height).data.some((value) => value > 0); })()`;
    await expect.poll(async () => (await look()).share).toBeGreaterThan(0.001);
    expect(await page.evaluate(edge)).toBe(false);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(() => page.evaluate(edge)).toBe(true);
  });

  test('[WDK5] presses go to the film, nothing is read aloud, and the page is accessible', async () => {
    expect(await layer().evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('none');
    expect(await layer().getAttribute('aria-hidden')).toBe('true');
    await page.mouse.move(300, 300);
    await settings().click();
    await page.getByRole('group', { name: 'Size of comments' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  test('[WDK7] a document that is dropped on the film is shown to its person alone, and can be left for that of the item', async () => {
    const drop = (name: string, text: string) =>
      page.evaluate(
        ([fileName, body]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([body!], fileName!));
          const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
          globalThis.document.querySelector('[data-player] video')!.dispatchEvent(event);
        },
        [name, text],
      );
    await start([]);
    expect(await layer().count()).toBe(0);
    await drop(
      'own.xml',
      '<i><d p="0,1,25,255">one &amp; two</d><d p="1,5,25,255">three</d><d p="x,1,25,1">none</d></i>',
    );
    await expect.poll(() => layer().getAttribute('data-danmaku')).toBe('2');
    await expect.poll(async () => (await look()).share).toBeGreaterThan(0.0005);
    await drop('own.json', '[{"text":"hi","time":2.5,"mode":1,"color":"#FFFF00"}]');
    await expect.poll(() => layer().getAttribute('data-danmaku')).toBe('1');
    for (const bad of [
      '<i><d p="1',
      '<!DOCTYPE i [<!ENTITY a "b">]><i><d p="1,1,25,1">&a;</d></i>',
      '{"a":1}',
      '<i></i>',
    ]) {
      await drop('bad.xml', bad);
      await page.getByText('There are no comments in “bad.xml”.').first().waitFor();
    }
    expect(await layer().getAttribute('data-danmaku')).toBe('1');
    await start([{ url: `${origin.url}/all.xml` }]);
    await expect.poll(() => layer().getAttribute('data-danmaku')).toBe('120');
    await drop('own.xml', '<i><d p="0,1,25,255">mine</d></i>');
    await expect.poll(() => layer().getAttribute('data-danmaku')).toBe('1');
    await choose('Comments from', 'This film');
    await expect.poll(() => layer().getAttribute('data-danmaku')).toBe('120');
  });

  test('comments that cannot be loaded are told, and the film plays on', async () => {
    await start([{ url: `${origin.url}/missing.xml` }]);
    await page.getByText('The comments of this film cannot be loaded.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
