import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import type { ContractCall } from '@matinee/testkit/contract-call.ts';
import { untilInStep } from '@matinee/testkit/films/watching.ts';
import { hasFfmpeg, makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Loads media with CORS, so that the page may listen to its own elements, and collects these in `window.heard`. */
const listenable = `
  window.heard = new Set();
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src');
  Object.defineProperty(HTMLMediaElement.prototype, 'src', {
    get,
    set(value) {
      this.crossOrigin = 'anonymous';
      window.heard.add(this);
      set.call(this, value);
    },
  });`;

/**
 * Starts to record when each beep and flash begins, in `window.beeps` and `window.flashes`, in milliseconds of
 * `performance.now()`.
 */
const measure = `
  window.beeps = [];
  window.flashes = [];
  const audio = new AudioContext();
  const ear = audio.createScriptProcessor(256, 1, 1);
  let lastLoud = -1;
  ear.onaudioprocess = ({ inputBuffer, playbackTime }) => {
    const samples = inputBuffer.getChannelData(0);
    for (let index = 0; index < samples.length; index += 1) {
      if (Math.abs(samples[index]) < 0.05) continue;
      const at = playbackTime + index / inputBuffer.sampleRate;
      const { contextTime, performanceTime } = audio.getOutputTimestamp();
      if (at - lastLoud > 0.4) window.beeps.push(performanceTime + (at - contextTime) * 1000);
      lastLoud = at;
    }
  };
  ear.connect(audio.destination);
  const wired = new Set();
  setInterval(() => {
    for (const element of window.heard) {
      if (wired.has(element)) continue;
      wired.add(element);
      audio.createMediaElementSource(element).connect(ear);
    }
  }, 50);
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const video = document.querySelector('video');
  let wasWhite = true;
  const look = (_, { expectedDisplayTime }) => {
    canvas.drawImage(video, 0, 0, 1, 1);
    const isWhite = canvas.getImageData(0, 0, 1, 1).data[0] > 128;
    if (isWhite && !wasWhite) window.flashes.push(expectedDisplayTime);
    wasWhite = isWhite;
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);`;

describe.skipIf(!hasChromium || !hasFfmpeg)('the sound against the picture', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let page: Page;

  /** How much later than the flash the beep comes, in milliseconds: the median of the next five. */
  const lag = async (): Promise<number> => {
    await page.evaluate('window.beeps.length = window.flashes.length = 0');
    await until(
      'six flashes',
      () => page.evaluate<boolean>('window.flashes.length > 6 && window.beeps.length > 4'),
      20_000,
    );
    const [beeps, flashes] = await page.evaluate<[number[], number[]]>('[window.beeps, window.flashes]');
    const lags = beeps.map((beep) =>
      flashes.map((flash) => beep - flash).reduce((a, b) => (Math.abs(a) < Math.abs(b) ? a : b)),
    );
    return lags.sort((a, b) => a - b)[Math.floor(lags.length / 2)]!;
  };
  /**
   * Waits until the beep comes `expected` ms after the flash. A page that has just loaded, or a busy machine, takes a
   * moment.
   */
  const heardAt = (expected: number) =>
    expect.poll(async () => Math.abs((await lag()) - expected), { timeout: 60_000 }).toBeLessThan(100);
  const press = async (button: string, times: number) => {
    await page.locator('video').dispatchEvent('pointermove');
    await page.getByRole('button', { name: 'Speed, subtitles and sound' }).click();
    for (let count = 0; count < times; count += 1)
      await page.getByRole('button', { name: button, exact: true }).click();
  };
  const settled = () =>
    until('the sound plays', () =>
      page.evaluate<boolean>('[...window.heard].every((element) => !element.paused || !element.src)'),
    );

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(90, { size: '160x90', rate: 30, isClapper: true }),
      startBrowser(),
    ]);
    const anna = await server.signUp('anna');
    const room = await makeRoom(server, anna);
    const asAnna = (call: string, request: NonNullable<ContractCall['request']>) =>
      server.ok({ call, token: anna.token, room, request });
    const film = await asAnna('RoomService.AddMedia', { name: 'Film', source: { direct_url: { url: media.mp4Url } } });
    await asAnna('RoomService.StartPlayback', { media_id: film.media.id });
    page = await browser.context.newPage();
    await page.addInitScript(listenable);
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await untilInStep(40, page);
    await page.evaluate(measure);
  });

  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[SY46] comes earlier or later by what was chosen, once, and the picture stays in step', async () => {
    await heardAt(0);
    await press('Sound later', 6);
    await page.getByText('+300 ms').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await settled();
    await heardAt(300);
    await untilInStep(80, page);
    await press('Sound earlier', 12);
    await page.getByText('-300 ms').waitFor();
    await page.keyboard.press('Escape');
    await settled();
    await heardAt(-300);
    // Two voices would give more beeps than flashes.
    const tooMany = () => page.evaluate<number>('window.beeps.length - window.flashes.length');
    await expect.poll(tooMany).toBeLessThanOrEqual(2);
  }, 240_000);

  test('[SY46] mute and volume work on what is heard, and the sound returns to the picture', async () => {
    const muted = () =>
      page.evaluate<boolean[]>(`[...window.heard].filter(({ src }) => src).map(({ muted }) => muted)`);
    expect((await muted()).sort()).toEqual([false, true]);
    await page.keyboard.press('m');
    await page.getByRole('button', { name: /^Sound on/ }).waitFor();
    expect(await muted()).toEqual([true, true]);
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowDown');
    await press('Sound later', 6);
    await until('one element is left', async () => (await muted()).length === 1);
    expect(await page.evaluate(`(({ muted, volume }) => [muted, volume])(document.querySelector('video'))`)).toEqual([
      false,
      0.9,
    ]);
  });
});
