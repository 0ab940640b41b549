import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { damaged, damageNames } from '@matinee/testkit/films/damaged-film.ts';
import { encode, encodedBytes } from '@matinee/testkit/films/encoded.ts';
import { filmPosition, untilFilmPasses, untilInStep } from '@matinee/testkit/films/watching.ts';
import { hasFfmpeg, serveMadeFiles } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

/** Those that a reader can see, without a decoder. */
const markedDamages = damageNames.filter((name) => name !== 'unmarked-noise');
const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=90'];
const sound = (frequency: number) => ['-f', 'lavfi', '-i', `sine=frequency=${frequency}:sample_rate=48000:duration=90`];
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-g', '75'];
const twoSounds = [...picture, ...sound(440), ...sound(880), '-map', '0', '-map', '1', '-map', '2', ...h264];
/** An hour on the clock of the recording, which is no place of the film. */
const late = ['-output_ts_offset', '3600'];

/** Packets of MPEG-TS that carry nothing, in so many bytes. */
function emptyPackets(bytes: number): Buffer {
  const packet = Buffer.alloc(188, 0xff);
  packet.set([0x47, 0x1f, 0xff, 0x10]);
  return Buffer.alloc(bytes - (bytes % 188), packet);
}

/** A Matroska file with a million tracks that have nothing but a number. */
function millionTracks(): Buffer {
  const head = Buffer.from('1a45dfa38b4282886d6174726f736b61', 'hex');
  const entries = Buffer.alloc(5_000_000, Buffer.from('ae83d78101', 'hex'));
  const sized = (id: string, bytes: Buffer) => {
    const size = Buffer.alloc(8);
    size.writeBigUInt64BE(BigInt(bytes.length) | (1n << 56n));
    return Buffer.concat([Buffer.from(id, 'hex'), size, bytes]);
  };
  return Buffer.concat([head, sized('18538067', sized('1654ae6b', entries))]);
}

describe.skipIf(!hasChromium || !hasFfmpeg)('a film that the page repacks', () => {
  let films: Awaited<ReturnType<typeof serveMadeFiles>>;
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;

  const asAnna = (call: string, request: object) =>
    server.ok({ call: `RoomService.${call}`, token: anna.token, room, request: JSON.parse(JSON.stringify(request)) });
  const video = <T>(what: string) =>
    page.evaluate<T>(`(() => { const v = document.querySelector('video'); return ${what}; })()`);
  const openSettings = async () => {
    // The controls come with the pointer.
    await page.locator('video').hover({ position: { x: 200, y: 100 } });
    await page.locator('video').hover({ position: { x: 210, y: 110 } });
    await page.getByRole('button', { name: 'Speed, subtitles and sound' }).click();
  };
  const play = async (name: string, position_seconds = 0, more = {}) => {
    const { media } = await asAnna('AddMedia', {
      source: { direct_url: { url: `${films.url}/${name}` }, ...more },
      name,
    });
    await asAnna('StartPlayback', { media_id: media.id, position_seconds });
  };

  beforeAll(async () => {
    films = await serveMadeFiles((folder) => {
      encode(folder, [...twoSounds, '-c:a', 'aac', ...late, 'two.ts']);
      encode(folder, [
        ...twoSounds,
        '-c:a',
        'ac3',
        '-metadata:s:a:0',
        'language=eng',
        '-metadata:s:a:1',
        'language=deu',
        'two.mkv',
      ]);
      const whole = encodedBytes([...picture, ...sound(440), ...h264, '-c:a', 'aac'], 'whole.ts');
      for (const damage of damageNames)
        writeFileSync(join(folder, `${damage}.ts`), damaged(whole, damage, { seconds: 90, atSecond: 6 }));
      writeFileSync(join(folder, 'cut.ts'), whole.subarray(0, 500));
      writeFileSync(join(folder, 'empty.ts'), '');
      writeFileSync(join(folder, 'nothing.ts'), emptyPackets(70_000_000));
      writeFileSync(join(folder, 'crowd.mkv'), millionTracks());
    });
    [server, browser] = await Promise.all([
      startTestServer({ webRoot, config: { 'media_probe.enabled': true, 'conversion.enabled': false } }),
      startBrowser({ width: 1100, height: 700 }),
    ]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    films?.close();
    await server?.stop();
  });
  afterEach(async () => {
    await asAnna('StopPlayback', {});
    await expect.poll(() => page.locator('video').count()).toBe(0);
  });

  test.each([
    ['directly', {}],
    ['through the server', { proxy_mode: 'only' }],
  ])(
    '[SY98] [SY99] MPEG-TS plays %s from the place of the room, and no more of it is loaded than is needed',
    async (_, more) => {
      await play('two.ts', 20, more);
      await untilFilmPasses(20.5, page);
      expect(await video<string>('v.currentSrc')).toMatch(/^blob:/);
      expect(Math.round(await video<number>('v.duration'))).toBe(90);
      await untilInStep(250, page);
      // Pictures begin at the key frame before, every three seconds.
      expect(await video<number>('v.buffered.start(0)')).toBeGreaterThan(16);
      expect(await video<number>('v.buffered.end(0) - v.currentTime')).toBeLessThan(34);
      await asAnna('UpdatePlaybackState', { position_seconds: 5 });
      await expect.poll(() => filmPosition(page)).toBeLessThan(20);
      await untilFilmPasses(5.5, page);
      await expect.poll(() => video<number>('v.buffered.length')).toBe(1);
      await asAnna('UpdatePlaybackState', { position_seconds: 88 });
      // The room may end a moment before the player, which it then stops.
      await untilFilmPasses(89.5, page);
      expect(await video<number>('v.buffered.end(v.buffered.length - 1)')).toBeGreaterThan(89.9);
    },
  );

  test.each(markedDamages)('[SY107] MPEG-TS with %s plays on behind them, in step', async (damage) => {
    await play(`${damage}.ts`, 3);
    await untilFilmPasses(3.5, page);
    const source = await video<string>('v.currentSrc');
    await untilFilmPasses(9, page);
    await untilInStep(250, page);
    await expect.poll(() => page.evaluate(pitch)).toBe(440);
    await asAnna('UpdatePlaybackState', { position_seconds: 60 });
    await untilFilmPasses(61, page);
    await untilInStep(250, page);
    expect(Math.round(await video<number>('v.duration'))).toBe(90);
    expect(await video<string>('v.currentSrc')).toBe(source);
  });

  test('[SY104] pictures for places are shown at the line', async () => {
    await play('two.ts', 0, { proxy_mode: 'only' });
    await untilFilmPasses(0.5, page);
    await page.locator('video').hover({ position: { x: 200, y: 100 } });
    const box = (await page.getByRole('slider', { name: 'Position' }).boundingBox())!;
    const preview = page.locator('video[data-preview=shown]');
    const point = async () => {
      await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
      await page.mouse.move(box.x + box.width * 0.5 + 1, box.y + box.height / 2);
      return preview.count();
    };
    await expect.poll(point, { interval: 2_000 }).toBe(1);
    const shown = await preview.evaluate(({ currentTime, videoWidth, buffered }: HTMLVideoElement) => {
      return { currentTime, videoWidth, seconds: buffered.end(0) - buffered.start(0) };
    });
    expect(shown.videoWidth).toBe(320);
    expect(Math.abs(shown.currentTime - 45)).toBeLessThan(3);
    expect(shown.seconds).toBeLessThan(10);
    await page.mouse.move(10, 10);
    await page.locator('[data-preview]').waitFor({ state: 'detached' });
  });

  test('[SY98] the page says how it plays the film, and another of its sounds can be chosen', async () => {
    await play('two.ts');
    await untilFilmPasses(0.5, page);
    await openSettings();
    await page.getByText('the page repacks it').waitFor();
    await page.getByText('Sound 2', { exact: true }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(pitch)).toBe(880);
  });

  test('[SY100] AC-3 is decoded, and both languages can be heard', async () => {
    await play('two.mkv');
    await expect.poll(() => page.evaluate(pitch)).toBe(440);
    await openSettings();
    await page.getByText('German', { exact: true }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(pitch)).toBe(880);
    expect(await page.getByText('Only the picture plays here.').count()).toBe(0);
  });

  test.each(['cut.ts', 'empty.ts', 'nothing.ts', 'crowd.mkv'])(
    '[SY101] %s is said to be no film, and the room goes on',
    async (name) => {
      await play(name);
      await page.getByText('This browser cannot play it').first().waitFor();
      await play('two.ts');
      await untilFilmPasses(0.5, page);
    },
  );
});

describe.skipIf(!hasChromium || !hasFfmpeg)('a film that the page repacks, where the server converts', () => {
  let films: Awaited<ReturnType<typeof serveMadeFiles>>;
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [films, server, browser] = await Promise.all([
      serveMadeFiles((folder) => encode(folder, [...twoSounds, '-c:a', 'aac', 'two.ts'])),
      startTestServer({ webRoot, config: { 'media_probe.enabled': true, 'conversion.enabled': true } }),
      startBrowser({ width: 1100, height: 700 }),
    ]);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    films?.close();
    await server?.stop();
  });

  test('[SY98] nothing is converted for who can repack it, and it is for who cannot', async () => {
    const anna = await server.signUp('anna');
    const ben = await server.signUp('ben');
    const room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    const pages = [await browser.context.newPage(), await (await browser.context.browser()!.newContext()).newPage()];
    const parts: string[][] = [[], []];
    for (const [index, page] of pages.entries()) {
      page.on('request', (request) => parts[index]!.push(request.url()));
      if (index === 1) await page.route('**/remux-worker*', (route) => route.abort());
      await signInBrowser(page, [anna, ben][index]!);
      await page.goto(`${server.url}/r/${room}`);
    }
    const asAnna = (call: string, request: object) =>
      server.ok({ call: `RoomService.${call}`, token: anna.token, room, request: request as never });
    const { media } = await asAnna('AddMedia', {
      source: { direct_url: { url: `${films.url}/two.ts` } },
      name: 'two.ts',
    });
    await asAnna('StartPlayback', { media_id: media.id });
    const isConverted = (urls: readonly string[]) => urls.some((url) => url.includes('.m3u8'));
    await expect.poll(() => isConverted(parts[1]!)).toBe(true);
    await expect
      .poll(() => pages[0]!.evaluate<number>("document.querySelector('video')?.currentTime ?? 0"))
      .toBeGreaterThan(0.3);
    expect(isConverted(parts[0]!)).toBe(false);
    await pages[1]!.context().close();
  });
});

/** The pitch of what the player plays: 440 or 880; 0: neither. */
const pitch = `(async () => {
  const video = document.querySelector('video');
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 8192 });
  context.createMediaStreamSource(new MediaStream(video.captureStream().getAudioTracks())).connect(analyser);
  await new Promise((resolve) => setTimeout(resolve, 700));
  const bins = new Float32Array(analyser.frequencyBinCount);
  analyser.getFloatFrequencyData(bins);
  const at = (hertz) => bins[Math.round((hertz * analyser.fftSize) / context.sampleRate)];
  await context.close();
  return Math.max(at(440), at(880)) < -60 ? 0 : at(440) > at(880) ? 440 : 880;
})()`;
