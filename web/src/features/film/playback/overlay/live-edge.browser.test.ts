import { type ChildProcess, spawn } from 'node:child_process';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { encode } from '@matinee/testkit/films/encoded.ts';
import { hasFfmpeg, serveMadeFiles } from '@matinee/testkit/media.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '50', '-sc_threshold', '0'];
const list = [
  '-f',
  'hls',
  '-hls_time',
  '8',
  '-hls_list_size',
  '20',
  '-hls_flags',
  'append_list+omit_endlist',
  'film.m3u8',
];

/** Runs ffmpeg as a station. The last minute and a half is there at once; then it sends in real time. */
function startStation(folder: string): ChildProcess {
  encode(folder, ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=88', ...codec, ...list]);
  const now = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25', '-output_ts_offset', '88'];
  return spawn(programPath('ffmpeg'), ['-v', 'error', ...now, ...codec, ...list], { cwd: folder, stdio: 'ignore' });
}

describe.skipIf(!hasChromium || !hasFfmpeg)('a live stream', () => {
  let server: TestServer;
  let station: ChildProcess | undefined;
  let films: { readonly url: string; close(): void };
  let browser: TestBrowser;
  let anna: TestUser;
  let page: Page;

  const behind = () =>
    page.evaluate(() => {
      const video = document.querySelector('video');
      return video && video.seekable.length > 0 ? video.seekable.end(0) - video.currentTime : -1;
    });

  beforeAll(async () => {
    [server, films, browser] = await Promise.all([
      startTestServer({ webRoot }),
      serveMadeFiles((folder) => {
        station = startStation(folder);
      }),
      startBrowser(),
    ]);
    anna = await server.signUp('anna');
    const room = await makeRoom(server, anna);
    const call = (name: string, request: object) =>
      server.ok({
        call: `RoomService.${name}`,
        token: anna.token,
        room,
        request: JSON.parse(JSON.stringify(request)),
      });
    const { media } = await call('AddMedia', { source: { direct_url: { url: `${films.url}/film.m3u8` } } });
    await call('StartPlayback', { media_id: media.id });
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
  });

  afterAll(async () => {
    await browser?.close();
    station?.kill('SIGKILL');
    films?.close();
    await server?.stop();
  });

  test('[SY63] whoever is far behind jumps to its newest by one press', async () => {
    await page.getByText(/^Live, \d{1,2} s behind$/).waitFor();
    const jump = page.getByRole('button', { name: 'Jump to live' });
    expect(await jump.count()).toBe(0);
    // A player that has just loaded goes to its first place, wherever somebody has put it meanwhile.
    const placeOf = () => page.evaluate(() => document.querySelector('video')!.currentTime);
    const begin = await placeOf();
    await expect.poll(placeOf).toBeGreaterThan(begin + 1);
    expect(await behind()).toBeGreaterThan(0);
    await page.evaluate(() => {
      const video = document.querySelector('video')!;
      video.currentTime = video.seekable.end(0) - 55;
    });
    await jump.waitFor();
    expect(await behind()).toBeGreaterThan(45);
    await jump.click();
    await jump.waitFor({ state: 'detached' });
    await expect.poll(behind).toBeLessThan(20);
    const at = await placeOf();
    await expect.poll(placeOf).toBeGreaterThan(at + 1);
  });
});
