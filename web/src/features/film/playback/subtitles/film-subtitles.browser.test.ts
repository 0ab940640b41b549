import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { shownArea } from '@matinee/testkit/films/disc-pictures.ts';
import { makeSubtitledFilm } from '@matinee/testkit/films/subtitled-film.ts';
import { hasFfmpeg, serveMadeFiles } from '@matinee/testkit/media.ts';
import { startSlowProxy } from '@matinee/testkit/outside/slow-proxy.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('a film with subtitles inside', () => {
  let server: TestServer;
  let films: Awaited<ReturnType<typeof serveMadeFiles>>;
  let browser: TestBrowser;
  let page: Page;
  let anna: TestUser;
  let room: string;
  /** Parts of subtitles that the server refuses, by their end. */
  let refused: string | undefined;

  const ask = (call: string, request: object) =>
    server.ok({ call: `RoomService.${call}`, token: anna.token, room, request: JSON.parse(JSON.stringify(request)) });
  const seek = (seconds: number) => ask('UpdatePlaybackState', { position_seconds: seconds });
  const choose = async (name: string) => {
    await page.mouse.move(200, 200);
    await page.mouse.move(210, 210);
    await page.getByRole('button', { name: 'Speed, subtitles and sound' }).click();
    const subtitles = page.getByRole('group', { name: 'Subtitles', exact: true });
    await subtitles.getByRole('radio', { name, exact: true }).check({ force: true });
    await page.keyboard.press('Escape');
  };
  const text = (words: string) => page.locator('[data-player] p', { hasText: words });
  const picture = () => page.locator('[data-player] img[src^="data:image/png"]');

  beforeAll(async () => {
    [server, films, browser] = await Promise.all([
      startTestServer({ webRoot, config: { 'media_probe.enabled': true } }),
      serveMadeFiles((folder) => writeFileSync(join(folder, 'film.mkv'), makeSubtitledFilm('several'))),
      startBrowser({ width: 1280, height: 800 }),
    ]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await page.route(/film-subtitles/, (route) =>
      refused !== undefined && route.request().url().endsWith(refused) ? route.abort() : route.continue(),
    );
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    const { media } = await ask('AddMedia', {
      name: 'film',
      source: { direct_url: { url: `${films.url}/film.mkv` } },
    });
    await ask('StartPlayback', { media_id: media.id });
    await ask('UpdatePlaybackState', { is_playing: false });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    films?.close();
    await server?.stop();
  });

  test('[SY84] texts are shown, also what began in the part before, and after a jump back', async () => {
    await seek(2);
    await choose('Styled');
    await text('Hello, you').waitFor();
    await choose('Subtitles 1');
    await seek(34);
    await text('Die Straße').waitFor();
    await seek(1);
    await text('Hello there').waitFor();
    await page.locator('[data-player] p .italic', { hasText: 'there' }).waitFor();
  });

  test('[SY85] pictures are shown at their place, and go when they end', async () => {
    await choose('Disc');
    await seek(12.5);
    await picture().waitFor();
    const [shown, film] = await Promise.all([
      picture().boundingBox(),
      page.locator('[data-player] video').boundingBox(),
    ]);
    const scale = Math.min(film!.width / 320, film!.height / 180);
    const left = film!.x + (film!.width - 320 * scale) / 2;
    expect(shown!.x).toBeCloseTo(left + shownArea.x * scale, -0.5);
    expect(shown!.width).toBeCloseTo(shownArea.width * scale, -0.5);
    expect(shown!.height).toBeCloseTo(shownArea.height * scale, -0.5);
    await seek(15);
    await picture().waitFor({ state: 'detached' });
  });

  test('[SY84] a part that fails is asked for again', async () => {
    refused = 'part=0';
    await page.reload();
    await seek(1.5);
    await page.getByText('These subtitles cannot be loaded.').first().waitFor();
    refused = undefined;
    await picture().waitFor();
  });

  test('[SY47] [SY84] those of a film that the server reads while it plays already are offered, also through the server', async () => {
    const slow = await startSlowProxy(Number(new URL(films.url).port));
    try {
      slow.delayMs = 1_500;
      let isSigned = false;
      page.on('response', (response) => {
        isSigned ||= /\/playback(?:\?|$)/.test(response.url());
      });
      const { media } = await ask('AddMedia', {
        name: 'slow film',
        source: { direct_url: { url: `http://127.0.0.1:${slow.port}/film.mkv` }, proxy_mode: 'only' },
      });
      await ask('StartPlayback', { media_id: media.id });
      await expect.poll(() => isSigned).toBe(true);
      const { tracks } = (await ask('GetPlayback', {})).playback;
      expect(tracks).toEqual([]);
      slow.delayMs = 0;
      await choose('Styled');
    } finally {
      await slow.stop();
    }
  });
});
