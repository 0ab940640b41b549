/** A person watches a live stream by WebRTC, and gets it in the usual way where that does not work. */
import { type ChildProcess, spawn } from 'node:child_process';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { untilPictureMoves } from '@matinee/testkit/films/watching.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('a live stream by WebRTC', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let address = '';
  let encoder: ChildProcess | undefined;

  /** Few pictures a second in high profile, and a tone. Without `more` there are no B-frames. */
  const send = (more: readonly string[] = []): ChildProcess => {
    const sources = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=15', '-re', '-f', 'lavfi', '-i', 'sine'];
    const codecs = [
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-tune',
      'zerolatency',
      '-pix_fmt',
      'yuv420p',
      '-g',
      '15',
      '-c:a',
      'aac',
    ];
    const args = [
      '-v',
      'error',
      ...sources,
      ...codecs,
      '-bf',
      '0',
      ...more,
      '-flush_packets',
      '1',
      '-f',
      'flv',
      address,
    ];
    return spawn(programPath('ffmpeg'), args, { stdio: 'ignore' });
  };
  /** The picture moves, by WebRTC or not. */
  const untilMoving = async (byWebRtc: boolean) => {
    await until(`it plays, by WebRTC: ${byWebRtc}`, () =>
      page.evaluate((isStream) => {
        const video = document.querySelector('video');
        return video !== null && (video.srcObject !== null) === isStream;
      }, byWebRtc),
    );
    await untilPictureMoves(page);
  };
  const choose = async (version: string): Promise<void> => {
    await page.locator('video').dispatchEvent('pointermove');
    await page.getByRole('button', { name: 'Speed, subtitles and sound' }).click();
    await page.getByRole('group', { name: 'Version for you' }).getByText(version, { exact: true }).click();
  };

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startTestServer({
        webRoot,
        config: { 'rtmp.address': '127.0.0.1:0' },
        settings: { 'whep.enabled': true, 'whep.announcedAddress': '127.0.0.1' },
      }),
      startBrowser(),
    ]);
    const anna = await server.signUp('anna');
    const room = await makeRoom(server, anna);
    const call = (name: string, request: object) =>
      server.ok({ call: `RoomService.${name}`, token: anna.token, room, request: { ...request } });
    const { media } = await call('AddMedia', { source: { rtmp: {} } });
    const key = await call('CreateRoomPublishKey', { media_id: media.id });
    address = `${key.server_url}/${key.publish_key}`;
    await call('StartPlayback', { media_id: media.id });
    encoder = send();
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
  });

  afterAll(async () => {
    encoder?.kill('SIGKILL');
    await browser?.close();
    await server?.stop();
  });

  test('[SY105] who chooses it sees and hears it, closer to live', async () => {
    await untilMoving(false);
    await choose('Closest to live (WebRTC)');
    await untilMoving(true);
    await page.getByText('You see this stream a little before the others').waitFor();
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    await until('the tone is heard', () =>
      page.evaluate(async () => {
        const stream = document.querySelector('video')?.srcObject as MediaStream;
        const context = new AudioContext();
        const analyser = context.createAnalyser();
        context.createMediaStreamSource(stream).connect(analyser);
        const samples = new Float32Array(analyser.fftSize);
        await new Promise((soon) => requestAnimationFrame(() => requestAnimationFrame(soon)));
        analyser.getFloatTimeDomainData(samples);
        await context.close();
        return samples.some((sample) => Math.abs(sample) > 0.01);
      }),
    );
    await page.getByText(/^Live, \d s behind$/).waitFor({ state: 'attached' });
  });

  test('[SY106] where the stream becomes one that is not sent so, it plays as usual, without a word', async () => {
    encoder?.kill('SIGKILL');
    encoder = send(['-tune', 'animation', '-bf', '2']);
    await untilMoving(false);
    expect(await page.getByText('This version is not available now').count()).toBe(0);
  });

  test('[SY106] where no connection comes about, the page goes back and says so', async () => {
    encoder?.kill('SIGKILL');
    encoder = send();
    await page.route('**/whep?*', (route) => route.abort());
    await page.reload();
    await page.getByText('This version is not available now').waitFor();
    await untilMoving(false);
  });
});
