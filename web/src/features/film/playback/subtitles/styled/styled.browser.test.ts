import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { makeStyledFilm, styledEvent, styledFile } from '@matinee/testkit/films/styled-film.ts';
import { hasFfmpeg, serveMadeFiles } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type colours, inkOf } from './styled.fixture.ts';

const inside = styledFile(
  styledEvent(1, 4, '{\\an7\\pos(10,10)\\c&H0000FF&\\bord0}RED'),
  styledEvent(2, 9, 'spoken words'),
  styledEvent(10, 14, '\u0645\u0631\u062d\u0628\u0627', 'Own'),
  styledEvent(15, 19, '\u65e5\u672c\u8a9e'),
);
const beside = styledFile(styledEvent(1, 9, '{\\an9\\c&H00FF00&}beside'));

describe.skipIf(!hasChromium || !hasFfmpeg)('subtitles as they were made', () => {
  let server: TestServer;
  let films: Awaited<ReturnType<typeof serveMadeFiles>>;
  let browser: TestBrowser;
  let page: Page;
  let anna: TestUser;
  let room: string;
  /** Answers requests in place of the server. */
  let instead: ((route: Route) => Promise<void>) | undefined;

  const ask = (call: string, request: object) =>
    server.ok({ call, token: anna.token, room, request: JSON.parse(JSON.stringify(request)) });
  const seek = (seconds: number) => ask('RoomService.UpdatePlaybackState', { position_seconds: seconds });
  const player = () => page.locator('[data-player]');
  const text = (words: string) => player().locator('p', { hasText: words });
  const openMenu = async () => {
    await page.mouse.move(200, 200);
    await page.mouse.move(210, 210);
    await page.getByRole('button', { name: 'Speed, subtitles and sound' }).click();
  };
  const choose = async (group: string, name: string) => {
    await openMenu();
    const choices = page.getByRole('group', { name: group, exact: true });
    await choices.getByRole('radio', { name, exact: true }).check({ force: true });
    await page.keyboard.press('Escape');
  };
  const isInk = async (colour: keyof typeof colours) => (await inkOf(page, colour)).count > 50;
  const expectInk = (colour: keyof typeof colours, is = true) => expect.poll(() => isInk(colour)).toBe(is);
  const isPlain = async (words: string) => ((await text(words).locator('..').boundingBox())?.width ?? 0) > 20;
  const expectPlain = (words: string, is = true) => expect.poll(() => isPlain(words)).toBe(is);

  beforeAll(async () => {
    [server, films, browser] = await Promise.all([
      startTestServer({ webRoot, config: { 'media_probe.enabled': true } }),
      serveMadeFiles((folder) => {
        writeFileSync(join(folder, 'film.mkv'), makeStyledFilm(inside));
        writeFileSync(join(folder, 'beside.ass'), beside);
      }),
      startBrowser({ width: 1280, height: 800 }),
    ]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await page.route(/\/assets\/.*(?:worker|wasm)/, (route) => (instead ? instead(route) : route.continue()));
    await signInBrowser(page, anna);
    const subtitles = [{ name: 'Beside', url: `${films.url}/beside.ass` }];
    const { media } = await ask('RoomService.AddMedia', {
      name: 'film',
      source: { direct_url: { url: `${films.url}/film.mkv`, subtitles }, proxy_mode: 'only' },
    });
    await ask('RoomService.StartPlayback', { media_id: media.id });
    await ask('RoomService.UpdatePlaybackState', { is_playing: false });
    const isProbed = async () => (await ask('RoomService.GetPlayback', {})).playback.tracks.length > 0;
    await until('the film is read', isProbed);
    page.setDefaultTimeout(8_000);
    await page.goto(`${server.url}/r/${room}`);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    films?.close();
    await server?.stop();
  });

  test('[SY89] a track of an MKV is drawn at its place and time, with the font of the film', async () => {
    await seek(2);
    await choose('Subtitles', 'Inside');
    await expectInk('red');
    const red = await inkOf(page, 'red');
    expect([red.left, red.top]).toEqual([expect.closeTo(10 / 320, 1), expect.closeTo(14 / 180, 1)]);
    expect(red.right).toBeLessThan(0.25);
    expect(red.bottom).toBeLessThan(0.25);
    expect((await inkOf(page, 'white')).top).toBeGreaterThan(0.7);
    await expectPlain('spoken words', false);
    await seek(5);
    await expectInk('red', false);
    expect(await isInk('white')).toBe(true);
    await seek(9.5);
    await expectInk('white', false);
    await seek(11);
    await expectInk('green');
    await seek(3);
    await expectInk('red');
  });

  test('[SY89] the canvas lies on the picture of the film, whatever the size of the window', async () => {
    const boxes = async () => {
      const canvas = (await player().locator('[data-styled] canvas').boundingBox())!;
      const film = (await player().locator('video').boundingBox())!;
      const width = Math.min(film.width, (film.height * 16) / 9);
      return (
        [canvas.x, canvas.y, canvas.width].map(Math.round).join() ===
        [film.x + (film.width - width) / 2, film.y + (film.height - (width * 9) / 16) / 2, width].map(Math.round).join()
      );
    };
    for (const [width, height] of [
      [320, 640],
      [1000, 420],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(boxes).toBe(true);
      await expectInk('red');
    }
  });

  test('[SY90] size, delay and plain text are each person’s own', async () => {
    await seek(5);
    await expectInk('white');
    const heightOf = async () => {
      const { top, bottom } = await inkOf(page, 'white');
      return bottom - top;
    };
    const normal = await heightOf();
    await choose('Size of subtitles', 'Large');
    await expect.poll(async () => (await heightOf()) / normal).toBeGreaterThan(1.3);
    await openMenu();
    for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'Half a second later' }).click();
    await page.keyboard.press('Escape');
    await expectInk('red');
    await choose('Look of subtitles', 'Plain text');
    await expectPlain('RED');
    await expectInk('red', false);
    await page.reload();
    await seek(3);
    await expectPlain('spoken words');
    expect(await player().locator('canvas').count()).toBe(0);
    await openMenu();
    await expectAccessible(page);
    await page
      .getByRole('group', { name: 'Look of subtitles' })
      .getByRole('radio', { name: 'Original style' })
      .check({ force: true });
    await page.keyboard.press('Escape');
    await expectInk('red');
    await choose('Size of subtitles', 'Normal');
  });

  test('[SY90] own colours of a person show plain text; less motion changes nothing', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await expectPlain('spoken words');
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
    await expectInk('red');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  test('[SY91] where the fonts lack letters, there is plain text for that time', async () => {
    await seek(16);
    await expectPlain('\u65e5\u672c\u8a9e');
    await openMenu();
    await page.getByText('Subtitles that cannot be drawn in their original style are shown as plain text.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await seek(3);
    await expectInk('red');
    await expectPlain('spoken words', false);
  });

  test('[SY89] files beside the film, dropped ones and those given to everybody are drawn', async () => {
    await choose('Subtitles', 'Beside');
    await expectInk('green');
    expect((await inkOf(page, 'green')).left).toBeGreaterThan(0.5);
    await openMenu();
    const own = styledFile(styledEvent(1, 9, '{\\an7\\c&H0000FF&}own'));
    const file = { name: 'own.ass', mimeType: 'text/plain', buffer: Buffer.from(own) };
    await page.getByLabel('Open a subtitle file').setInputFiles(file);
    await expectInk('red');
    await page.getByRole('button', { name: 'Show to everybody' }).click();
    await page.getByRole('button', { name: 'Take back for everybody' }).waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await expectInk('red');
    await expectInk('green', false);
  });

  test('[SY91] where nothing can be drawn, there is plain text, and the menu says so', async () => {
    const failures: Record<string, typeof instead> = {
      'the code is refused': (route) => (/wasm/.test(route.request().url()) ? route.abort() : route.continue()),
      'the worker does not come': (route) => route.fulfill({ status: 404, body: '' }),
      'the worker hangs': (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: "let orders = 0; onmessage = () => { if (orders++ === 0) postMessage('loaded'); else for (;;); };",
        }),
    };
    for (const [name, failure] of Object.entries(failures)) {
      instead = failure;
      await page.reload();
      await expectPlain('own');
      await openMenu();
      await page.getByText('Subtitles that cannot be drawn in their original style are shown as plain text.').waitFor();
      expect(await player().locator('[data-styled] canvas').count(), name).toBe(0);
      await page.keyboard.press('Escape');
    }
    instead = undefined;
    await choose('Subtitles', 'Inside');
    await expectInk('red');
  });

  test('[SY91] a browser without canvases for workers shows plain text', async () => {
    await page.addInitScript('delete HTMLCanvasElement.prototype.transferControlToOffscreen');
    await page.reload();
    await expectPlain('spoken words');
    await openMenu();
    await page.getByText('Subtitles that cannot be drawn in their original style are shown as plain text.').waitFor();
  });
});
