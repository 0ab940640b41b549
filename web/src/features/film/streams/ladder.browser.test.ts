import { type ChildProcess, spawn } from 'node:child_process';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { untilInStep } from '@matinee/testkit/films/watching.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('the smaller versions of a live stream', () => {
  let server: TestServer;
  let browsers: readonly TestBrowser[] = [];
  let [anna, ben]: Page[] = [];
  let address = '';
  let encoder: ChildProcess | undefined;

  /** Few pictures a second: 540 lines, of which 480 are the only size below. */
  const send = (): ChildProcess => {
    const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=560x540:rate=10', '-re', '-f', 'lavfi', '-i', 'sine'];
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'];
    const args = ['-v', 'error', ...picture, ...codecs, '-g', '10', '-c:a', 'aac', '-f', 'flv', address];
    return spawn(programPath('ffmpeg'), args, { stdio: 'ignore' });
  };
  const untilPlaying = (page: Page, height: number) =>
    until(`it plays with ${height} lines`, () =>
      page.evaluate((wanted) => {
        const video = document.querySelector('video');
        return video !== null && video.readyState >= 3 && !video.paused && video.videoHeight === wanted;
      }, height),
    );
  const versionsOf = (page: Page) => page.getByRole('group', { name: 'Version for you' });
  const choose = async (page: Page, version: string): Promise<void> => {
    await page.locator('video').dispatchEvent('pointermove');
    await page.getByRole('button', { name: 'Speed, subtitles and sound' }).click();
    await versionsOf(page).getByText(version, { exact: true }).click();
  };

  const set = async (ladder: boolean): Promise<void> => {
    const { token } = await server.signIn();
    const request = { settings: { rtmp: { ladder } }, updateMask: 'rtmp.ladder' };
    await server.ok({ call: 'AdminService.UpdateSettings', token, request });
  };

  beforeAll(async () => {
    [server, ...browsers] = await Promise.all([
      startTestServer({ webRoot, config: { 'rtmp.address': '127.0.0.1:0' } }),
      startBrowser(),
      startBrowser(),
    ]);
    await set(true);
    const people = (await Promise.all([server.signUp('anna'), server.signUp('ben')])) as [TestUser, TestUser];
    const room = await makeRoom(server, people[0]);
    await joinRoom(server, room, people[1]);
    const call = (name: string, request: object) =>
      server.ok({ call: `RoomService.${name}`, token: people[0].token, room, request: { ...request } });
    const { media } = await call('AddMedia', { source: { rtmp: {} } });
    const key = await call('CreateRoomPublishKey', { media_id: media.id });
    address = `${key.server_url}/${key.publish_key}`;
    await call('StartPlayback', { media_id: media.id });
    encoder = send();
    const open = async (browser: TestBrowser, person: TestUser): Promise<Page> => {
      const page = await browser.context.newPage();
      await signInBrowser(page, person);
      await page.goto(`${server.url}/r/${room}`);
      return page;
    };
    anna = await open(browsers[0]!, people[0]);
    ben = await open(browsers[1]!, people[1]);
  });

  afterAll(async () => {
    encoder?.kill('SIGKILL');
    await Promise.all(browsers.map((browser) => browser.close()));
    await server?.stop();
  });

  test('[WLS11] [SY102] one of two watches it smaller, and stays in step', async () => {
    for (const page of [anna!, ben!]) await untilPlaying(page, 540);
    await choose(ben!, '480p');
    await expectAccessible(ben!);
    expect(await versionsOf(ben!).getByRole('radio').count()).toBe(4);
    await untilPlaying(ben!, 480);
    await untilPlaying(anna!, 540);
    for (const page of [anna!, ben!]) await untilInStep(200, page);
  });

  test('[SY102] it stays so when the page comes again', async () => {
    await ben!.reload();
    await untilPlaying(ben!, 480);
  });

  test('[SY102] where the server cannot make it, the page goes back to the stream as it is, and says so', async () => {
    const refuse = { status: 429, json: { code: 'streams.ladder_full', message: '' } };
    await ben!.route(/\/(?:flv-stream|hls-master)\/480p\//, (route) => route.fulfill(refuse));
    await ben!.reload();
    await ben!.getByText('This version is not available now').waitFor();
    await untilPlaying(ben!, 540);
  });

  test('[SY102] its sound alone plays without a picture, and without a complaint', async () => {
    await choose(ben!, 'Sound only');
    await untilPlaying(ben!, 0);
    expect(await ben!.getByText('no picture', { exact: false }).count()).toBe(0);
  });
});
