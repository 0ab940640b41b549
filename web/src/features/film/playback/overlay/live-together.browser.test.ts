import { type ChildProcess, spawn } from 'node:child_process';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { encodeNow } from '@matinee/testkit/films/encoded.ts';
import { untilInStep } from '@matinee/testkit/films/watching.ts';
import { hasFfmpeg, serveMadeFiles } from '@matinee/testkit/media.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const picture = 'testsrc2=size=320x180:rate=25';
const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '50', '-sc_threshold', '0'];
const flags = 'append_list+omit_endlist+program_date_time';
const list = ['-f', 'hls', '-hls_time', '2', '-hls_list_size', '32', '-hls_flags', flags, 'film.m3u8'];

/** Runs ffmpeg as a station whose playlist has dates. The last minute is there at once. */
function startStation(folder: string): ChildProcess {
  encodeNow(folder, ['-f', 'lavfi', '-i', `${picture}:duration=60`, ...codec, ...list]);
  const now = ['-re', '-f', 'lavfi', '-i', picture, '-output_ts_offset', '60'];
  return spawn(programPath('ffmpeg'), ['-v', 'error', ...now, ...codec, ...list], { cwd: folder, stdio: 'ignore' });
}

/** How far the picture is behind the newest part, in seconds. */
const behind = `(() => { const v = document.querySelector('video'); return v.seekable.end(0) - v.currentTime; })()`;

describe.skipIf(!hasChromium || !hasFfmpeg)('a live stream that two people watch', () => {
  let server: TestServer;
  let station: ChildProcess | undefined;
  let films: { readonly url: string; close(): void };
  let browsers: readonly TestBrowser[] = [];
  const pages: Page[] = [];

  beforeAll(async () => {
    [server, films, ...browsers] = await Promise.all([
      startTestServer({ webRoot }),
      serveMadeFiles((folder) => {
        station = startStation(folder);
      }),
      startBrowser(),
      startBrowser({ width: 390, height: 844 }),
    ]);
    const people = [await server.signUp('anna'), await server.signUp('ben')] as const;
    const room = await makeRoom(server, people[0]);
    await joinRoom(server, room, people[1]);
    const call = (name: string, request: object) =>
      server.ok({ call: `RoomService.${name}`, token: people[0].token, room, request: { ...request } });
    const { media } = await call('AddMedia', { source: { direct_url: { url: `${films.url}/film.m3u8` } } });
    await call('StartPlayback', { media_id: media.id });
    for (const [index, person] of people.entries()) {
      const page = await browsers[index]!.context.newPage();
      pages.push(page);
      await signInBrowser(page, person);
      await page.goto(`${server.url}/r/${room}`);
    }
  });

  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    station?.kill('SIGKILL');
    films?.close();
    await server?.stop();
  });

  test('[SY66] both come to one place, and stay there by speed', async () => {
    for (const page of pages) {
      await page.getByText(/^Live, \d{1,2} s behind$/).waitFor({ state: 'attached' });
      await untilInStep(100, page);
    }
  });

  test('[SY67] one of them goes back, and comes back by one press', async () => {
    const [page, other] = pages as [Page, Page];
    const line = page.getByRole('slider', { name: 'Position in the live stream' });
    await expectAccessible(page);
    const jump = page.getByRole('button', { name: 'Jump to live' });
    await line.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await jump.waitFor();
    expect(await page.evaluate(`${behind} > 40`)).toBe(true);
    // What is oldest may go before it has loaded.
    expect(
      await page.evaluate(
        `(() => { const v = document.querySelector('video'); return v.currentTime - v.seekable.start(0); })()`,
      ),
    ).toBeGreaterThan(1);
    expect(await other.evaluate(`${behind} < 30`)).toBe(true);
    await jump.click();
    await jump.waitFor({ state: 'detached' });
    await untilInStep(100, page);
  });
});
