import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { serveBroughtFilms } from '@matinee/testkit/films/brought-films.ts';
import { makeStandInHardware, type StandInHardware } from '@matinee/testkit/films/stand-in-hardware.ts';
import { untilFilmPasses } from '@matinee/testkit/films/watching.ts';
import { hasFirefox, startFirefox } from '@matinee/testkit/firefox.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Notes when a player of the page fails, in `window.playerFailures`. */
const noteFailures = `
  window.playerFailures = [];
  addEventListener('error', ({ target }) => target.error && window.playerFailures.push(target.error.message), true);`;

describe.skipIf(!hasChromium || !hasFirefox || !hasFfmpeg)('a film whose hardware fails in the middle', () => {
  let server: TestServer;
  let hardware: StandInHardware;
  let films: Awaited<ReturnType<typeof serveBroughtFilms>>;
  let browsers: readonly TestBrowser[] = [];
  let pages: readonly Page[];
  let anna: TestUser;
  let room: string;

  const asAnna = (call: string, request: Record<string, unknown>) =>
    server.ok({ call, token: anna.token, room, request: JSON.parse(JSON.stringify(request)) });

  beforeAll(async () => {
    hardware = makeStandInHardware();
    // In the second segment, of two seconds with 25 pictures each.
    hardware.breakAfter(70);
    const config = { 'conversion.ffmpeg_path': hardware.ffmpeg, 'conversion.encoder': 'nvenc' };
    [server, films] = await Promise.all([
      startTestServer({ webRoot, config: { ...config, 'media_probe.enabled': true, 'conversion.enabled': true } }),
      serveBroughtFilms(),
    ]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    const size = { width: 640, height: 480 };
    browsers = await Promise.all([startBrowser(size), startFirefox(size)]);
    pages = await Promise.all(browsers.map(({ context }) => context.newPage()));
    for (const page of pages) {
      await page.addInitScript(noteFailures);
      await signInBrowser(page, anna);
      await page.goto(`${server.url}/r/${room}`);
    }
  }, 120_000);
  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    films?.close();
    await server?.stop();
    hardware?.close();
  });

  test('[CV15] goes on in Chromium and Firefox, and neither of them notices', async () => {
    const { media } = await asAnna('RoomService.AddMedia', {
      source: { direct_url: { url: `${films.url}/old.avi` } },
      name: 'Film',
    });
    await asAnna('RoomService.StartPlayback', { media_id: media.id });
    await untilFilmPasses(5, ...pages);
    // The trial, what breaks, and software from there on, each in as many runs as it takes.
    expect(hardware.codings().join(' ')).toMatch(/^nvenc( nvenc)+( software)+$/);
    for (const page of pages) expect(await page.evaluate('window.playerFailures')).toEqual([]);
  });
});
