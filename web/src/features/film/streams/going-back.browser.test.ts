import { type ChildProcess, spawn } from 'node:child_process';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { numberedSource, shownNumber } from '@matinee/testkit/films/numbered-pictures.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const picturesPerSecond = 10;
/** The first test waits for half a minute of the stream. */
const patientMs = 75_000;

describe.skipIf(!hasChromium || !hasFfmpeg)('the past of a live stream', () => {
  let server: TestServer;
  let browsers: TestBrowser[];
  let [anna, ben]: Page[] = [];
  let encoder: ChildProcess | undefined;

  const open = async (browser: TestBrowser, user: TestUser, room: string): Promise<Page> => {
    const page = await browser.context.newPage();
    await signInBrowser(page, user);
    await page.goto(`${server.url}/r/${room}`);
    return page;
  };
  const send = (address: string): ChildProcess => {
    const source = numberedSource(picturesPerSecond);
    const picture = ['-re', '-f', 'lavfi', '-i', source, '-re', '-f', 'lavfi', '-i', 'sine'];
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'];
    const args = ['-v', 'error', ...picture, ...codecs, '-g', '10', '-c:a', 'aac', '-f', 'flv', address];
    return spawn(programPath('ffmpeg'), args, { stdio: 'ignore' });
  };
  const numbers = () => Promise.all([shownNumber(anna!), shownNumber(ben!)]) as Promise<[number, number]>;
  const ready = (page: Page) => page.evaluate(() => (document.querySelector('video')?.readyState ?? 0) >= 3);
  const paused = (page: Page) => page.evaluate(() => document.querySelector('video')!.paused);
  const together = (what: string, isThere: (number: number) => boolean) =>
    until(
      what,
      async () => {
        if (!(await ready(anna!)) || !(await ready(ben!))) return false;
        const [first, second] = await numbers();
        return Math.abs(first - second) <= 2 && isThere(first) && first > 0;
      },
      patientMs,
    );

  beforeAll(async () => {
    [server, ...browsers] = await Promise.all([
      startTestServer({ webRoot, config: { 'rtmp.address': '127.0.0.1:0' } }),
      startBrowser(),
      startBrowser({ width: 320, height: 640 }),
    ]);
    const [host, guest] = (await Promise.all([server.signUp('anna'), server.signUp('ben')])) as [TestUser, TestUser];
    const room = await makeRoom(server, host);
    await joinRoom(server, room, guest);
    const ask = async (call: string, request: object) =>
      (await server.rest({ call: `RoomService.${call}`, token: host.token, room, request: request as never })).json;
    const { media } = await ask('AddMedia', { source: { rtmp: {} } });
    const { server_url, publish_key } = await ask('CreateRoomPublishKey', { media_id: media.id });
    await ask('StartPlayback', { media_id: media.id });
    encoder = send(`${server_url}/${publish_key}`);
    anna = await open(browsers[0]!, host, room);
    ben = await open(browsers[1]!, guest, room);
  });

  afterAll(async () => {
    encoder?.kill('SIGKILL');
    await Promise.all((browsers ?? []).map((browser) => browser.close()));
    await server?.stop();
  });

  test('[SY92] [SY93] one goes back twenty seconds, and both see the same picture of the past', async () => {
    await together('both play the newest, long enough', (number) => number > 30 * picturesPerSecond);
    await anna!.getByText(/^Live, [0-6] s behind$/).waitFor();
    expect(await anna!.getByText('Back to live').count()).toBe(0);
    const newest = await shownNumber(anna!);
    await anna!.keyboard.press('j');
    await ben!.getByText(/^0:1\d behind live$/).waitFor();
    await anna!.keyboard.press('j');
    await ben!.getByText(/^0:2\d behind live$/).waitFor();
    await together('both play the past', (number) => number < newest - 5 * picturesPerSecond);
    await until('they are in sync', async () => (await anna!.locator('[data-sync=inSync]').count()) > 0);
    await ben!.mouse.move(100, 100);
    await expectAccessible(anna!);
    await expectAccessible(ben!);
  });

  test('[SY92] a pause stands still on one picture for both, and playing goes on from it', async () => {
    await anna!.keyboard.press('k');
    for (const page of [anna!, ben!]) await until('it stands', () => paused(page));
    const stood = await until('on one picture', async () => {
      const [first, second] = await numbers();
      return first === second ? first : undefined;
    });
    await anna!.keyboard.press('k');
    await together('it goes on', (number) => number > stood && number < stood + 60);
  });

  test('[SY93] one press leads everybody back to the newest', async () => {
    await anna!.mouse.move(200, 200);
    await anna!.getByRole('button', { name: 'Back to live' }).click();
    for (const page of [anna!, ben!]) await page.getByText('behind live').first().waitFor({ state: 'detached' });
    await anna!.getByText(/^Live, [0-6] s behind$/).waitFor();
    await together('both play the newest', () => true);
    const [first] = await numbers();
    // A pause at the newest keeps its picture.
    await anna!.keyboard.press('k');
    for (const page of [anna!, ben!]) await until('it stands', () => paused(page));
    await until('on one picture', async () => {
      const [now, other] = await numbers();
      return now === other && now >= first && (await ready(anna!));
    });
    await ben!.getByText(/ behind live$/).waitFor();
  });
});
