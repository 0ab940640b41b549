/** Films of another site, whose pictures the server finds while the room is open. */
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { encode } from '@matinee/testkit/films/encoded.ts';
import { hasFfmpeg, serveMadeFiles } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

function makeFilms(folder: string): void {
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=30'];
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10:duration=30'];
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20'];
  encode(folder, ['-f', 'lavfi', '-i', 'mandelbrot=size=600x600', '-frames:v', '1', 'cover.jpg']);
  const cover = ['-i', 'cover.jpg', '-map', '0', '-map', '1', '-c:v', 'mjpeg', '-disposition:v:0', 'attached_pic'];
  encode(folder, [...tone, ...cover, '-c:a', 'libmp3lame', 'song.mp3']);
  encode(folder, [...picture, ...tone, ...h264, '-c:a', 'aac', '-movflags', '+faststart', 'film.mp4']);
}

describe.skipIf(!hasChromium || !hasFfmpeg)('pictures that the server finds in films', () => {
  let server: TestServer;
  let films: { readonly url: string; close(): void };
  let browser: TestBrowser;
  let anna: TestUser;
  let page: Page;
  let room: string;

  beforeAll(async () => {
    [server, films, browser] = await Promise.all([
      startTestServer({ webRoot, config: { 'media_probe.enabled': true, 'conversion.enabled': true } }),
      serveMadeFiles(makeFilms),
      startBrowser({ width: 1_100, height: 800 }),
    ]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
  });

  afterAll(async () => {
    await browser?.close();
    films?.close();
    await server?.stop();
  });

  const call = (name: string, request: object) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room, request: JSON.parse(JSON.stringify(request)) });
  const add = async (name: string) =>
    (await call('AddMedia', { name, source: { direct_url: { url: `${films.url}/${name}` } } })).media.id;
  /** Waits until a picture within `place` has pixels. */
  const waitForPicture = async (place: Locator): Promise<void> => {
    const image = place.locator('img[src*="artwork-objects"]');
    await image.first().waitFor();
    await expect.poll(() => image.first().evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  };

  test('[WL35] appear in the list, the player and the history without being asked for', async () => {
    const film = await add('film.mp4');
    await call('StartPlayback', { media_id: film, paused: true });
    await waitForPicture(page.getByRole('tabpanel', { name: 'Playlist' }));
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'What was played' }).click();
    await waitForPicture(page.getByRole('dialog', { name: 'What was played' }));
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  test('[WL35] [SY81] music shows the cover in its file large', async () => {
    const song = await add('song.mp3');
    await call('StartPlayback', { media_id: song });
    const card = page.locator('[data-sound-card]');
    await waitForPicture(card);
    const { width, height } = (await card.locator('img').boundingBox())!;
    expect(Math.abs(width - height)).toBeLessThan(2);
    expect(width).toBeGreaterThan(150);
    await expectAccessible(page);
  });

  test('[WL35] [RO25] the card of the room on the start page shows what plays', async () => {
    await page.goto(server.url);
    await waitForPicture(page.getByRole('listitem').filter({ hasText: 'song.mp3' }));
    await expectAccessible(page);
  });
});
