import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { encode } from '@matinee/testkit/films/encoded.ts';
import { untilFilmPasses, untilInStep } from '@matinee/testkit/films/watching.ts';
import { type AnswerFirst, hasFfmpeg, serveMadeFiles } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A tone for so many seconds at -32 LUFS, then as long at -10, again and again. */
const partSeconds = 10;
const tone = `if(lt(mod(t,${2 * partSeconds}),${partSeconds}),0.0251,0.3162)*sin(2*PI*1000*t)`;

function makeFilm(folder: string): void {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=240'];
  const sound = ['-f', 'lavfi', '-i', `aevalsrc='${tone}|${tone}':duration=240`];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20', '-c:a', 'aac'];
  encode(folder, [...picture, ...sound, ...codecs, '-movflags', '+faststart', 'film.mp4']);
}

/** Below `/closed`, browsers play the film, and no page of another site reads it. */
const closed: AnswerFirst = (request, response) => {
  if (!request.url?.startsWith('/closed/')) return false;
  request.url = request.url.slice('/closed'.length);
  const writeHead = response.writeHead.bind(response);
  response.writeHead = ((status: number, { 'access-control-allow-origin': _, ...headers }: Record<string, string>) =>
    writeHead(status, headers)) as typeof response.writeHead;
  return false;
};

/**
 * Writes down what is heard, as `[place in the film, level in dB]`, in `window.levels`: of what the page gives to the
 * loudspeakers, or else of what the element does.
 */
const listening = `
  window.levels = [];
  let heard;
  const { connect } = AudioNode.prototype;
  AudioNode.prototype.connect = function (to, ...more) {
    if (to instanceof AudioDestinationNode) {
      const { context } = this;
      window.tapped ??= { context, tap: context.createAnalyser() };
      connect.call(this, window.tapped.tap);
    }
    return connect.call(this, to, ...more);
  };
  const taken = new WeakSet();
  const { createMediaElementSource } = AudioContext.prototype;
  AudioContext.prototype.createMediaElementSource = function (element) {
    taken.add(element);
    return createMediaElementSource.call(this, element);
  };
  window.isTaken = () => taken.has(document.querySelector('video'));
  setInterval(() => {
    const video = document.querySelector('video');
    if (!video || video.paused || video.seeking) return;
    if (window.isCapturing && heard?.video !== video) {
      const context = new AudioContext();
      const stream = video.captureStream();
      if (stream.getAudioTracks().length === 0) return;
      heard = { video, tap: context.createAnalyser() };
      connect.call(context.createMediaStreamSource(stream), heard.tap);
    }
    const tap = window.isCapturing ? heard.tap : window.tapped?.tap;
    if (!tap) return;
    const samples = new Float32Array(tap.fftSize);
    tap.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    window.levels.push([video.currentTime, 10 * Math.log10(power)]);
  }, 100);`;

/** The level at the end of a quiet part and of a loud one, in dB: the medians of those heard from now on. */
async function levels(page: Page): Promise<readonly [quiet: number, loud: number]> {
  await page.evaluate('window.levels.length = 0');
  let [quiet, loud]: number[][] = [[], []];
  await until(
    'both parts are heard',
    async () => {
      const all = await page.evaluate<[number, number][]>('window.levels');
      const ending = all.filter(([at]) => at % partSeconds > partSeconds - 1.5 && at % partSeconds < partSeconds - 0.3);
      const isLoud = ([at]: readonly number[]) => at! % (2 * partSeconds) > partSeconds;
      loud = ending.filter(isLoud).map(([, level]) => level);
      quiet = ending.filter((one) => !isLoud(one)).map(([, level]) => level);
      return quiet.length > 5 && loud.length > 5;
    },
    60_000,
  );
  return [median(quiet!), median(loud!)];
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;

const group = (page: Page) => page.getByRole('group', { name: 'Even loudness for you' });

/** Waits until the film is heard on its way through the page, in step with the room. */
async function untilHeard(page: Page): Promise<void> {
  await until('the sound goes through the page', () => page.evaluate<boolean>('window.isTaken()'));
  await untilInStep(100, page);
  await page.evaluate('window.levels.length = 0');
  await until('it is heard', () => page.evaluate<boolean>('window.levels.some(([, level]) => level > -40)'));
}

async function open(page: Page): Promise<void> {
  await page.locator('video').dispatchEvent('pointermove');
  await page.getByRole('button', { name: 'Speed, subtitles and sound' }).click();
}

async function choose(page: Page, wanted: 'On' | 'Off'): Promise<void> {
  await open(page);
  await group(page).getByText(wanted, { exact: true }).click();
}

describe.skipIf(!hasChromium || !hasFfmpeg)('even loudness', () => {
  let server: TestServer;
  let films: Awaited<ReturnType<typeof serveMadeFiles>>;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;

  const play = async (path: string, proxy_mode: 'only' | 'direct_prefer'): Promise<void> => {
    const asAnna = (call: string, request: object) =>
      server.ok({ call, token: anna.token, room, request: JSON.parse(JSON.stringify(request)) });
    const source = { direct_url: { url: films.url + path }, proxy_mode };
    const { media } = await asAnna('RoomService.AddMedia', { source });
    await asAnna('RoomService.StartPlayback', { media_id: media.id });
  };
  const newPage = async ({ context }: TestBrowser): Promise<Page> => {
    const opened = await context.newPage();
    await opened.addInitScript(listening);
    await signInBrowser(opened, anna);
    await opened.goto(`${server.url}/r/${room}`);
    return opened;
  };

  beforeAll(async () => {
    [server, films, browser] = await Promise.all([
      startTestServer({ webRoot }),
      serveMadeFiles(makeFilm, closed),
      startBrowser(),
    ]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await newPage(browser);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    films?.close();
    await server?.stop();
  });

  test('[WEL1] brings quiet and loud parts together; off, they are as the film has them', async () => {
    await play('/film.mp4', 'only');
    await untilFilmPasses(0.5, page);
    await page.evaluate('window.isCapturing = true');
    const before = await levels(page);
    expect(before[1] - before[0]).toBeCloseTo(22, 0);
    await page.evaluate('window.isCapturing = false');
    await choose(page, 'On');
    await page.getByText('Loud scenes become quieter').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await untilHeard(page);
    await levels(page);
    const [quiet, loud] = await levels(page);
    // A tone of 1 kHz in both channels has a level that is 3 dB below its loudness.
    expect(Math.abs(loud + 19)).toBeLessThan(1);
    expect(Math.abs(quiet + 23)).toBeLessThan(1);
    // The volume is the person's, as before: both are as much quieter, and still within 2 LU of the middle.
    await page.evaluate(`document.querySelector('video').volume = 0.5`);
    const half = await levels(page);
    for (const level of half) expect(Math.abs(level + 6 + 21)).toBeLessThan(3);
    await page.evaluate(`document.querySelector('video').volume = 1`);
    await choose(page, 'Off');
    await page.keyboard.press('Escape');
    const after = await levels(page);
    expect(after.map((level, index) => Math.abs(level - before[index]!) < 1)).toEqual([true, true]);
  }, 240_000);

  test('[WEL4] a film whose site gives it to no page keeps its own sound, until the server loads it', async () => {
    await play('/film.mp4', 'only');
    await untilFilmPasses(0.5, page);
    await choose(page, 'On');
    await page.keyboard.press('Escape');
    await untilHeard(page);
    await play('/closed/film.mp4', 'direct_prefer');
    await until('the film of the other site plays', () =>
      page.evaluate<boolean>(`document.querySelector('video').currentSrc.includes('/closed/')`),
    );
    await untilFilmPasses(1, page);
    // An element whose sound the page had taken would be silent now.
    expect(await page.evaluate('window.isTaken()')).toBe(false);
    await open(page);
    await page.getByText('lets no page change its sound').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Play through the server' }).click();
    await page.getByText('Loud scenes become quieter').waitFor();
    await page.keyboard.press('Escape');
    await untilHeard(page);
  }, 120_000);

  test('[WEL4] a film whose site gives it to pages is loaded so', async () => {
    await play('/film.mp4', 'direct_prefer');
    await until('the film of the other site plays', () =>
      page.evaluate<boolean>(`document.querySelector('video').currentSrc.startsWith('${films.url}')`),
    );
    await untilHeard(page);
  }, 120_000);

  test('[WEL2] where the browser stops the sound of the page, a tap brings it back', async () => {
    await page.evaluate(`
      window.resume = AudioContext.prototype.resume;
      AudioContext.prototype.resume = () => new Promise(() => {});
      window.tapped.context.suspend();`);
    const tap = page.getByRole('button', { name: 'Tap for sound' });
    await tap.waitFor();
    await page.evaluate('AudioContext.prototype.resume = window.resume');
    await tap.click();
    await tap.waitFor({ state: 'detached' });
    expect(await page.evaluate('window.tapped.context.state')).toBe('running');
  });
});
