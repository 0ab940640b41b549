import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { brokenPaths, type FilmFormats, filmPaths, makeFilmFormats } from '@matinee/testkit/films/film-formats.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const titles = {
  not_found: 'There is no video at this address',
  forbidden: 'This address does not let us in',
  fault: 'The video’s server has a problem',
  cors: 'The other server does not allow this page',
  unreachable: 'The address does not answer',
  page: 'This is a web page, not a video',
  manifest: 'The list of this stream is broken',
  format: 'This browser cannot play it',
  drm: 'This video is copy-protected',
} as const;

/** A path for each engine. */
const engines = {
  file: filmPaths.mp4,
  hls: filmPaths.hlsTs,
  dash: filmPaths.dashTemplate,
  flv: filmPaths.flv,
} as const;

/**
 * Answers `/status-403/film.mp4` with that status. Browsers do not get the film at `/shy/film.mp4`; other clients do.
 * The folder serves all other paths.
 */
function answerBadly(request: IncomingMessage, response: ServerResponse): boolean {
  const [, status] = /^\/status-(\d+)\//.exec(request.url ?? '') ?? [];
  if (status !== undefined) {
    response.writeHead(Number(status), { 'access-control-allow-origin': '*' }).end('no film');
    return true;
  }
  const [, path] = /^\/shy(\/.*)$/.exec(request.url ?? '') ?? [];
  if (path === undefined) return false;
  if (request.headers['sec-fetch-mode'] !== undefined) {
    response.writeHead(200).end('not for pages');
    return true;
  }
  request.url = path;
  return false;
}

describe.skipIf(!hasChromium || !hasFfmpeg)('an item that does not play says why', () => {
  let server: TestServer;
  let films: FilmFormats;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;

  const asAnna = (call: string, request: Record<string, unknown>) =>
    server.ok({ call, token: anna.token, room, request: JSON.parse(JSON.stringify(request)) });
  async function play(url: string, proxy_mode: 'only' | 'direct_prefer'): Promise<void> {
    const { media } = await asAnna('RoomService.AddMedia', { source: { direct_url: { url }, proxy_mode } });
    await asAnna('RoomService.StartPlayback', { media_id: media.id });
  }
  const position = () => page.evaluate<number>(`document.querySelector('video')?.currentTime ?? 0`);
  const says = (title: string) => page.getByRole('heading', { name: title }).waitFor();

  beforeAll(async () => {
    [server, films, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeFilmFormats(10, answerBadly),
      startBrowser({ width: 640, height: 480 }),
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

  // Neighbours have different titles: otherwise the test would see the title of the one before.
  // `diagnose.test.ts` has the other statuses: how they reach the page depends on the player, not on which it is.
  const statuses = [
    [404, 'not_found'],
    [403, 'forbidden'],
    [503, 'fault'],
  ] as const;
  const byEngine = Object.entries(engines);
  test.each(
    byEngine.flatMap(([engine, path]) => statuses.map(([status, problem]) => ({ engine, path, status, problem }))),
  )('[SY29] $engine answered with $status', async ({ path, status, problem }) => {
    await play(`${films.url}/status-${status}/${path}`, 'direct_prefer');
    await says(titles[problem]);
  });

  test.each(byEngine)('[SY29] %s through the server says the same', async (_, path) => {
    for (const [status, problem] of statuses) {
      await play(`${films.url}/status-${status}/${path}`, 'only');
      await says(titles[problem]);
    }
  });

  const bodies = [
    ['a page', brokenPaths.page, 'page'],
    ['DASH with keys of a key system', brokenPaths.protectedDash, 'drm'],
    ['a broken list', brokenPaths.list, 'manifest'],
    ['a codec that the browser does not know', brokenPaths.unknownCodec, 'format'],
    ['a broken list of DASH', brokenPaths.mpd, 'manifest'],
    ['HLS with keys of a key system', brokenPaths.protectedHls, 'drm'],
  ] as const;
  test.each((['direct_prefer', 'only'] as const).flatMap((mode) => bodies.map((body) => [mode, ...body] as const)))(
    '[SY29] %s: %s',
    async (mode, _, path, problem) => {
      await play(`${films.url}/${path}`, mode);
      await says(titles[problem]);
    },
  );

  test.each(byEngine.filter(([engine]) => engine !== 'file'))(
    '[SY29] [SY48] %s that is closed to this page plays through the server by one press',
    async (_, path) => {
      await play(`${films.url}/shy/${path}`, 'direct_prefer');
      await says(titles.cors);
      await page.getByRole('button', { name: 'Play through the server' }).click();
      await expect.poll(position).toBeGreaterThan(0.5);
      await page.getByText(titles.cors).waitFor({ state: 'detached' });
    },
  );

  test.each(byEngine)('[SY47] %s: an address that has ended is replaced without a word', async (_, path) => {
    let signed = 0;
    let refused = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/playback')) signed += 1;
    });
    await page.route('**/api/playback-providers/**', (route) => {
      if (signed > 1) return route.fallback();
      refused += 1;
      return route.fulfill({ status: 403, json: { code: 'proxy.url_expired' } });
    });
    await play(`${films.url}/${path}`, 'only');
    await expect.poll(() => refused).toBeGreaterThan(0);
    await expect.poll(() => signed).toBeGreaterThan(1);
    await expect.poll(position).toBeGreaterThan(0.5);
    await page.unroute('**/api/playback-providers/**');
    page.removeAllListeners('request');
  });
});
