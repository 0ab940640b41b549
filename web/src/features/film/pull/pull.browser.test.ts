import { type ChildProcess, spawn } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('a live stream from elsewhere', () => {
  let server: TestServer;
  let source: Origin;
  let browser: TestBrowser;
  let page: Page;
  let isOff = false;
  const open = new Set<{ readonly encoder: ChildProcess; readonly response: ServerResponse }>();

  /** A picture and a tone in real time, as FLV. */
  const film = (): ChildProcess => {
    const sources = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25', '-re', '-f', 'lavfi', '-i', 'sine'];
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', '-c:a', 'aac'];
    const args = ['-v', 'error', ...sources, ...codecs, '-f', 'flv', 'pipe:1'];
    return spawn(programPath('ffmpeg'), args, { stdio: ['ignore', 'pipe', 'ignore'] });
  };
  const leave = () => {
    for (const { encoder, response } of open) {
      encoder.kill('SIGKILL');
      response.destroy();
    }
    open.clear();
  };
  const isPlaying = () =>
    page.evaluate(() => {
      const video = document.querySelector('video');
      return video !== null && video.readyState >= 3 && !video.paused && video.currentTime > 1;
    });

  beforeAll(async () => {
    server = await startTestServer({ webRoot });
    source = await startOrigin((request, response) => {
      if (isOff) return response.writeHead(404).end();
      response.setHeader('content-type', 'video/x-flv');
      if (request.method === 'HEAD') return response.end();
      const encoder = film();
      open.add({ encoder, response });
      encoder.stdout!.pipe(response);
    });
    browser = await startBrowser();
    const anna = await server.signUp('anna');
    const room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
  });
  afterAll(async () => {
    leave();
    await browser.close();
    source.stop();
    await server.stop();
  });

  test('[WPL3] [LPX1] a pasted address without an end is a live stream, and plays', async () => {
    const field = page.getByRole('region', { name: 'Film' }).getByLabel('Link or title');
    await field.fill(`${source.url}/evening.flv`);
    await page.keyboard.press('Enter');
    await expect.poll(isPlaying).toBe(true);
    expect(open.size).toBe(1);
  });

  test('[WPL1] [WPL2] a card says why the stream is interrupted, and it goes on by itself', async () => {
    isOff = true;
    leave();
    await page.getByText('The live stream is interrupted').waitFor();
    await page.getByText('The source does not have this stream now.').waitFor();
    await page.getByText(/^Next try in \d+ s$/).waitFor();
    await expectAccessible(page);
    isOff = false;
    await page.getByText('The live stream is interrupted').waitFor({ state: 'detached', timeout: 60_000 });
    await expect.poll(isPlaying).toBe(true);
  });

  test('[WAT3] [WAT4] administrators see that it is pulled, how its rate goes and how many read it', async () => {
    const admin = await browser.context.browser()!.newPage();
    await signInBrowser(admin, await server.signIn());
    await admin.goto(`${server.url}/admin/streams`);
    await admin.getByText('Pulled from elsewhere').waitFor();
    await admin.getByRole('img', { name: /^Bit rate of the last minutes: / }).waitFor();
    await admin.getByText('Viewers').first().waitFor();
    await expectAccessible(admin);
    await admin.close();
  });

  test('[WRE5] it is recorded from the details of its item, and is an item afterwards', async () => {
    await page.getByRole('tab', { name: 'Playlist' }).click();
    await page.getByRole('button', { name: /^More for / }).click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    const stop = page.getByRole('button', { name: 'Stop recording' });
    await stop.waitFor();
    await page.getByRole('dialog').getByText('This stream is being recorded.').waitFor();
    await expectAccessible(page);
    await stop.click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^More for .+ UTC$/ }).waitFor();
  });
});
