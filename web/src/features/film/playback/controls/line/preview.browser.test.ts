import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { encodedBytes } from '@matinee/testkit/films/encoded.ts';
import { hasFfmpeg, makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Two pictures side by side: the first half of the film is red, the second blue. */
function makeSheet(): Buffer {
  const part = (color: string) => ['-f', 'lavfi', '-i', `color=${color}:size=160x90`];
  const output = ['-filter_complex', 'hstack', '-frames:v', '1'];
  return encodedBytes([...part('red'), ...part('blue'), ...output], 'sheet.png');
}

const thumbnails = `WEBVTT

00:00.000 --> 00:15.000
sheet.png#xywh=0,0,160,90

00:15.000 --> 00:30.000
sheet.png#xywh=160,0,160,90
`;

describe.skipIf(!hasChromium || !hasFfmpeg)('pictures at the line of a film', () => {
  let server: TestServer;
  let media: TestMedia;
  let origin: Origin;
  let browser: TestBrowser;
  let phone: TestBrowser;
  let anna: TestUser;
  let room: string;

  const call = (name: string, request: object) =>
    server.ok({
      call: `RoomService.${name}`,
      token: anna.token,
      room,
      request: JSON.parse(JSON.stringify(request)),
    });
  const play = async (source: object): Promise<void> => {
    const { media: added } = await call('AddMedia', { source });
    await call('StartPlayback', { media_id: added.id });
  };
  const playWithStoryboard = () =>
    play({ direct_url: { url: media.mp4Url, storyboard: { url: `${origin.url}/thumbs.vtt` } } });
  const positionOf = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  const openRoom = async (of: TestBrowser): Promise<Page> => {
    const page = await of.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    return page;
  };
  const lineOf = async (page: Page) => {
    const line = page.getByRole('slider', { name: 'Position' });
    const box = (await line.boundingBox())!;
    return { line, at: (part: number) => ({ x: box.x + box.width * part, y: box.y + box.height / 2 }) };
  };
  /** The colour in the middle of the picture. */
  const colorOf = (page: Page) =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-preview=shown]');
      const pixel = canvas?.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
      return pixel && (pixel[0]! > 200 ? 'red' : pixel[2]! > 200 ? 'blue' : 'other');
    });

  beforeAll(async () => {
    const sheet = makeSheet();
    origin = await startOrigin((request, response) => {
      if (request.url === '/thumbs.vtt') return void response.end(thumbnails);
      if (request.url === '/sheet.png') return void response.setHeader('content-type', 'image/png').end(sheet);
      response.writeHead(404).end();
    });
    const small = { width: 390, height: 700 };
    [server, media, browser, phone] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(30),
      startBrowser(),
      startBrowser(small),
    ]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
  });

  afterAll(async () => {
    await browser?.close();
    await phone?.close();
    media?.close();
    origin?.stop();
    await server?.stop();
  });

  test('[SY64] those of upstream are shown under the pointer, and nothing is loaded before somebody points', async () => {
    const page = await openRoom(browser);
    await playWithStoryboard();
    await expect.poll(() => positionOf(page)).toBeGreaterThan(0.5);
    expect(origin.asked).toEqual([]);
    const { at } = await lineOf(page);
    const pointAt = async (part: number) => {
      await page.mouse.move(at(part).x - 1, at(part).y);
      await page.mouse.move(at(part).x, at(part).y);
      return colorOf(page);
    };
    await expect.poll(() => pointAt(0.25)).toBe('red');
    await expect.poll(() => pointAt(0.75)).toBe('blue');
    expect(origin.asked.map(({ url }) => url)).toEqual(['/thumbs.vtt', '/sheet.png']);
    await page.mouse.move(10, 10);
    await page.locator('[data-preview]').waitFor({ state: 'detached' });
  });

  test('[SY64] [SY65] keys look for a place, with its picture, and go there once', async () => {
    const page = await openRoom(browser);
    await playWithStoryboard();
    await expect.poll(() => positionOf(page)).toBeGreaterThan(0.5);
    await call('UpdatePlaybackState', { is_playing: false, position_seconds: 2 });
    await expect.poll(() => positionOf(page)).toBe(2);
    const { line } = await lineOf(page);
    await line.focus();
    const before = (await call('GetPlayback', {})).playback_state.version;
    // Two keys in quick succession keep the place open until its picture has loaded.
    const press = async () => {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      return colorOf(page);
    };
    await expect.poll(press).toBe('red');
    for (let count = 0; count < 4; count += 1) await page.keyboard.press('ArrowRight');
    await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('22');
    await page.keyboard.press('Enter');
    await expect.poll(() => positionOf(page)).toBe(22);
    expect((await call('GetPlayback', {})).playback_state.version).toBe(before + 1);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Escape');
    await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('22');
    expect((await call('GetPlayback', {})).playback_state.version).toBe(before + 1);
  });

  test('[SY103] the film goes where the pointer let go, also if the page has not drawn that yet', async () => {
    const page = await openRoom(browser);
    await playWithStoryboard();
    await expect.poll(() => positionOf(page)).toBeGreaterThan(0.5);
    await call('UpdatePlaybackState', { is_playing: false, position_seconds: 2 });
    await expect.poll(() => positionOf(page)).toBe(2);
    const { line, at } = await lineOf(page);
    await page.mouse.move(at(0.3).x, at(0.3).y);
    await page.mouse.down();
    await line.evaluate((element, clientX) => {
      for (const type of ['pointermove', 'pointerup'])
        element.dispatchEvent(new PointerEvent(type, { clientX, bubbles: true }));
    }, at(0.75).x);
    await page.mouse.up();
    await expect.poll(() => positionOf(page)).toBeGreaterThan(20);
  });

  test('[SY64] a finger that drags sees them', async () => {
    const page = await openRoom(phone);
    await playWithStoryboard();
    await expect.poll(() => positionOf(page)).toBeGreaterThan(0.5);
    await page.mouse.move(200, 100);
    const { at } = await lineOf(page);
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: part === undefined ? [] : [at(part)] });
    await touch('touchStart', 0.3);
    const dragTo = async (part: number) => {
      await touch('touchMove', part - 0.01);
      await touch('touchMove', part);
      return colorOf(page);
    };
    await expect.poll(() => dragTo(0.75)).toBe('blue');
    await touch('touchEnd');
    await page.locator('[data-preview]').waitFor({ state: 'detached' });
    await expect.poll(() => positionOf(page)).toBeGreaterThan(20);
  });

  test('[SY64] of HLS without any, pictures are made here', async () => {
    const page = await openRoom(browser);
    await play({ direct_url: { url: media.hlsUrl } });
    await expect.poll(() => positionOf(page)).toBeGreaterThan(0.5);
    const { at } = await lineOf(page);
    const preview = page.locator('video[data-preview=shown]');
    const point = async () => {
      await page.mouse.move(at(0.74).x, at(0.74).y);
      await page.mouse.move(at(0.75).x, at(0.75).y);
      return preview.count();
    };
    await expect.poll(point, { interval: 2_000 }).toBe(1);
    const [time, width] = await preview.evaluate((video: HTMLVideoElement) => [video.currentTime, video.videoWidth]);
    expect(time).toBeGreaterThan(15);
    expect(width).toBeGreaterThan(0);
  });
});
