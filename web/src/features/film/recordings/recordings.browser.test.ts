import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('a recording', () => {
  let server: TestServer;
  let browsers: TestBrowser[];
  let [anna, ben]: Page[] = [];
  let host: TestUser;
  let room: string;
  let mediaId: string;
  let encoder: ChildProcess | undefined;

  const inRoom = (call: string, request = {}) =>
    server.ok({ call: `RoomService.${call}`, token: host.token, room, request });
  const open = async (browser: TestBrowser, user: TestUser): Promise<Page> => {
    const page = await browser.context.newPage();
    await signInBrowser(page, user);
    await page.goto(`${server.url}/r/${room}`);
    return page;
  };
  const openDialog = async () => {
    await anna!.getByRole('button', { name: 'More', exact: true }).click();
    await anna!.getByRole('menuitem', { name: 'Live stream' }).click();
  };

  beforeAll(async () => {
    [server, ...browsers] = await Promise.all([
      startTestServer({ webRoot, config: { 'rtmp.address': '127.0.0.1:0' } }),
      startBrowser(),
      startBrowser({ width: 320, height: 700 }),
    ]);
    const [owner, member] = (await Promise.all([server.signUp('anna'), server.signUp('ben')])) as [TestUser, TestUser];
    host = owner;
    room = await makeRoom(server, host);
    await joinRoom(server, room, member);
    ({ id: mediaId } = (await inRoom('AddMedia', { name: 'The match', source: { rtmp: {} } })).media);
    await inRoom('StartPlayback', { media_id: mediaId });
    anna = await open(browsers[0]!, host);
    ben = await open(browsers[1]!, member);
  });

  afterAll(async () => {
    encoder?.kill('SIGKILL');
    await Promise.all((browsers ?? []).map((browser) => browser.close()));
    await server?.stop();
  });

  test('[WRE2] she starts it before the stream is on the air, and is told that everybody sees it', async () => {
    await openDialog();
    await anna!.getByText(/^Everybody in the room sees/).waitFor();
    await expectAccessible(anna!);
    await anna!.getByRole('button', { name: 'Record', exact: true }).click();
    await anna!.getByText(/^The recording begins when/).waitFor();
    await expectAccessible(anna!);
  });

  test('[WRE1] everybody sees that it is recorded, also on a narrow screen', async () => {
    const { server_url: url, publish_key: key } = await inRoom('CreateRoomPublishKey', { media_id: mediaId });
    const sources = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25', '-re', '-f', 'lavfi', '-i', 'sine'];
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', '-c:a', 'aac'];
    const args = ['-v', 'error', ...sources, ...codecs, '-f', 'flv', `${url}/${key}`];
    encoder = spawn(programPath('ffmpeg'), args, { stdio: 'ignore' });
    const dot = ben!.getByRole('region', { name: 'Recording' });
    await dot.getByText('This stream is being recorded.').waitFor();
    const width = await ben!.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
    await expectAccessible(ben!);
  });

  test('[WRE2] she stops it, and it plays for everybody, who can seek in it', async () => {
    await until(
      'five seconds are recorded',
      async () => {
        const { recording } = await inRoom('GetRoomStreamInfo', { media_id: mediaId });
        return recording?.started_at && Date.now() - Date.parse(recording.started_at) > 5_000;
      },
      30_000,
    );
    await anna!.getByRole('button', { name: 'Stop recording' }).click();
    await ben!.getByRole('region', { name: 'Recording' }).waitFor({ state: 'detached' });
    const item = await until(
      'it is an item',
      async () => {
        const { media } = await inRoom('ListPlaylistItems');
        return media.find(({ source }: { source: object }) => 'recording' in source);
      },
      30_000,
    );
    await inRoom('StartPlayback', { media_id: item.id });
    const playsFrom = (page: Page, from: number) =>
      until(
        `it plays behind second ${from}`,
        () =>
          page.evaluate((least) => {
            const video = document.querySelector('video');
            return video !== null && video.readyState >= 3 && video.currentTime > least && video.duration > 4;
          }, from),
        30_000,
      );
    await playsFrom(anna!, 0.2);
    await inRoom('StartPlayback', { media_id: item.id, position_seconds: 3 });
    for (const page of [anna!, ben!]) await playsFrom(page, 3);
  });

  test('[WRE4] she downloads it from its details', async () => {
    await anna!.keyboard.press('Escape');
    await anna!.getByRole('tab', { name: 'Playlist' }).click();
    await anna!.getByRole('button', { name: /^More for The match, / }).click();
    await anna!.getByRole('menuitem', { name: 'Details' }).click();
    const button = anna!.getByRole('dialog').getByRole('button', { name: 'Download recording' });
    await button.waitFor();
    await expectAccessible(anna!);
    const coming = anna!.waitForEvent('download');
    await button.click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^The match, [\d-]+ \d\d.\d\d UTC\.mp4$/);
    expect(statSync(await download.path()).size).toBeGreaterThan(10_000);
    await anna!.keyboard.press('Escape');
  });

  test('[WRE3] [WAT1] she is told why one has ended, and administrators see what is recorded', async () => {
    await inRoom('StartPlayback', { media_id: mediaId });
    await inRoom('StartRoomRecording', { media_id: mediaId });
    const page = await browsers[0]!.context.browser()!.newPage();
    const admin = await server.signIn();
    await signInBrowser(page, admin);
    await page.goto(`${server.url}/admin/streams`);
    await page.getByText('Recorded', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.close();
    await server.ok({
      call: 'AdminService.UpdateSettings',
      token: admin.token,
      request: { settings: { rtmp: { recordings: false } }, updateMask: 'rtmp.recordings' },
    });
    await anna!.keyboard.press('Escape');
    await anna!
      .getByRole('region', { name: 'Recording' })
      .getByText(/has switched recordings off/)
      .waitFor();
    await expectAccessible(anna!);
    expect(await ben!.getByText(/has switched recordings off/).count()).toBe(0);
  });
});
