import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { encode } from '@matinee/testkit/films/encoded.ts';
import { hasFfmpeg, serveMadeFiles } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * Makes a film in HEVC, which Debian's Chromium does not decode, and the same film in H.264. Chromium plays the sound
 * of both.
 */
function makeFilms(folder: string): void {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=20'];
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=20'];
  const sound = ['-c:a', 'aac', '-movflags', '+faststart'];
  const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1', '-x265-params', 'log-level=none'];
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  encode(folder, [...picture, ...tone, ...hevc, ...sound, 'hevc.mp4']);
  encode(folder, [...picture, ...tone, ...h264, ...sound, 'h264.mp4']);
  encode(folder, [...tone, '-c:a', 'libmp3lame', 'song.mp3']);
}

describe.skipIf(!hasChromium || !hasFfmpeg)('a film of which only the sound plays', () => {
  let server: TestServer;
  let films: { readonly url: string; close(): void };
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;

  const play = async (path: string): Promise<void> => {
    const call = (name: string, request: object) =>
      server.ok({
        call: `RoomService.${name}`,
        token: anna.token,
        room,
        request: JSON.parse(JSON.stringify(request)),
      });
    const { media } = await call('AddMedia', { source: { direct_url: { url: `${films.url}/${path}` } } });
    await call('StartPlayback', { media_id: media.id });
  };
  const film = () =>
    page.evaluate(() => {
      const video = document.querySelector('video');
      return { seconds: video?.currentTime ?? 0, width: video?.videoWidth };
    });
  const notice = () => page.getByText('Only the sound plays here.');

  beforeAll(async () => {
    [server, films, browser] = await Promise.all([
      startTestServer({ webRoot, config: { 'media_probe.enabled': true } }),
      serveMadeFiles(makeFilms),
      startBrowser(),
    ]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
  });

  afterAll(async () => {
    await browser?.close();
    films?.close();
    await server?.stop();
  });

  test('[SY62] says so, and names the codec that the server has found', async () => {
    await play('hevc.mp4');
    await notice().waitFor();
    await page.getByText(/HEVC/i).first().waitFor();
    const { seconds, width } = await film();
    expect(width).toBe(0);
    await expect.poll(async () => (await film()).seconds).toBeGreaterThan(seconds);
    await expectAccessible(page);
  });

  test('[SY62] one with its picture says nothing', async () => {
    await play('h264.mp4');
    await notice().waitFor({ state: 'detached' });
    await expect.poll(async () => (await film()).width).toBe(320);
    await expect.poll(async () => (await film()).seconds).toBeGreaterThan(1);
    expect(await notice().count()).toBe(0);
  });
  test('[SY81] music shows its name, and bars that move, in place of a picture', async () => {
    await play('song.mp3');
    const card = page.locator('[data-sound-card]');
    await card.getByText('song').waitFor();
    await expect
      .poll(() => card.evaluate((element) => element.getAnimations({ subtree: true }).length))
      .toBeGreaterThan(3);
    expect(await notice().count()).toBe(0);
    await expectAccessible(page);
    await play('h264.mp4');
    await card.waitFor({ state: 'detached' });
  });
});
