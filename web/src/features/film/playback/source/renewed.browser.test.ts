import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type FilmFormats, filmPaths, livePaths, makeFilmFormats } from '@matinee/testkit/films/film-formats.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const soon = { timeout: 60_000 };

describe.skipIf(!hasChromium || !hasFfmpeg)('the signatures of a stream end while it is watched', () => {
  let server: TestServer;
  let films: FilmFormats;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;

  const ask = (call: string, request: object) =>
    server.ok({ call: `RoomService.${call}`, token: anna.token, room, request: JSON.parse(JSON.stringify(request)) });
  const shown = () =>
    page.evaluate(() => {
      const video = document.querySelector('video');
      return { source: video?.currentSrc ?? '', position: video?.currentTime ?? 0 };
    });

  beforeAll(async () => {
    [server, films, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeFilmFormats(40),
      startBrowser({ width: 640, height: 480 }),
    ]);
    anna = await server.signUp('anna');
    // In hidden rooms films are exchanged unless somebody says otherwise.
    room = await makeRoom(server, anna, { visibility: 'hidden' });
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
  });

  afterAll(async () => {
    await browser?.close();
    films?.close();
    await server?.stop();
  });

  test.each([livePaths.hlsMaster, livePaths.dash])('[SY74] %s goes on without a break', async (path) => {
    /** When the addresses of each answer end, in seconds since 1970, in the order of the requests. */
    const ends: number[] = [];
    let renewedLists = 0;
    let refused = 0;
    let haveEnded = false;
    // The first addresses claim to end in half a minute, so the page asks for new ones in good time.
    await page.route(/\/playback(?:\?|$)/, async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      ends.push(Math.floor(Date.parse(answer.playback.expires_at) / 1_000));
      if (ends.length === 1) answer.playback.expires_at = new Date(Date.now() + 30_000).toISOString();
      await route.fulfill({ response, json: answer });
    });
    await page.route('**/api/playback-providers/**', (route) => {
      const url = route.request().url();
      const isOld = url.includes(`exp=${ends[0]}`) || url.includes(`/${ends[0]}/`);
      if (!isOld && /-manifests\/|\/playlist\?/.test(url)) renewedLists += 1;
      if (!(isOld && haveEnded)) return route.fallback();
      refused += 1;
      return route.fulfill({ status: 403, json: { code: 'proxy.url_expired' } });
    });
    const before = await shown();
    const { media } = await ask('AddMedia', {
      source: { direct_url: { url: `${films.url}/${path}` }, proxy_mode: 'only' },
    });
    await ask('StartPlayback', { media_id: media.id });
    const hasBegun = async () => {
      const { source, position } = await shown();
      return source !== before.source && position > 0;
    };
    await expect.poll(hasBegun, soon).toBe(true);
    const { source } = await shown();
    // By then all segments that the old playlists named have loaded.
    await expect.poll(() => renewedLists, { timeout: 60_000 }).toBeGreaterThan(1);
    haveEnded = true;
    const { position } = await shown();
    await expect.poll(async () => (await shown()).position - position, soon).toBeGreaterThan(4);
    expect([(await shown()).source, refused, new Set(ends).size]).toEqual([source, 0, 2]);
    await page.unrouteAll();
  });

  test('[SY74] [WSW1] so do the lists of a film that is exchanged with others', async () => {
    let ends = 0;
    const lists: string[] = [];
    // The first addresses seem to end in half a minute, as above.
    await page.route(/\/playback(?:\?|$)/, async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      ends += 1;
      if (ends === 1) answer.playback.expires_at = new Date(Date.now() + 30_000).toISOString();
      await route.fulfill({ response, json: answer });
    });
    page.on('request', (request) => void (request.url().includes('/playlist?') && lists.push(request.url())));
    const source = { direct_url: { url: `${films.url}/${filmPaths.hlsMany}` }, proxy_mode: 'only' };
    const { media } = await ask('AddMedia', { source });
    await ask('StartPlayback', { media_id: media.id });
    await expect.poll(() => lists.length, soon).toBeGreaterThan(0);
    await expect.poll(() => ends, soon).toBeGreaterThan(1);
    const first = new URL(lists[0]!).searchParams.get('exp');
    const before = lists.length;
    // Another language is another list, which the player was told of at first.
    await page.locator('video').dispatchEvent('pointermove');
    await page.getByRole('button', { name: 'Speed, subtitles and sound' }).click();
    await page.getByRole('radio', { name: 'German' }).check({ force: true });
    await expect.poll(() => lists.length, soon).toBeGreaterThan(before);
    expect(new URL(lists.at(-1)!).searchParams.get('exp')).not.toBe(first);
    await page.unrouteAll();
  });
});
