/**
 * Films as people have them, in Chromium and in Firefox, which watch together: with ffmpeg on the server each of them
 * plays; without it each plays or says in words what is missing. [SY96]
 */
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { filmTable, serveFilmTable, type TableFilm, type TableFilmName } from '@matinee/testkit/films/film-table.ts';
import { untilFilmPasses, untilPictures, untilTogether } from '@matinee/testkit/films/watching.ts';
import { hasFirefox, startFirefox } from '@matinee/testkit/firefox.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Largest difference between the two screens, in milliseconds. */
const togetherMs = 50;
/** Least loudness of a film with sound: the root of the mean square. A silent one has less than a thousandth. */
const audible = 0.01;
const patient = { timeout: 60_000 };

type Lack = 'nothing' | 'sound' | 'picture' | 'all';

const both = (lack: Lack): readonly [chromium: Lack, firefox: Lack] => [lack, lack];

/** What a browser lacks of a film without a conversion; of all others nothing. */
const lacks: Partial<Record<TableFilmName, readonly [chromium: Lack, firefox: Lack]>> = {
  'hevc.mp4': ['picture', 'nothing'],
  'alac.mp4': both('sound'),
  'camera.mov': ['picture', 'all'],
  'studio.mov': ['picture', 'all'],
  'old-phone.3gp': ['picture', 'all'],
  'ac3.mkv': both('nothing'),
  'eac3.mkv': both('nothing'),
  'dts.mkv': both('sound'),
  'truehd.mkv': both('sound'),
  'mp2.mkv': both('sound'),
  'flac.mkv': both('nothing'),
  'surround.mkv': both('nothing'),
  'two-sounds.mkv': both('nothing'),
  'hevc.mkv': ['all', 'nothing'],
  'hdr.mkv': ['all', 'nothing'],
  'one-picture.mkv': both('nothing'),
  'transport.ts': both('nothing'),
  'disc.m2ts': both('nothing'),
  'television.mpg': both('all'),
  'old.avi': both('all'),
  'older.avi': both('all'),
  'h264.avi': both('all'),
  'windows.wmv': both('all'),
  'old-flash.flv': both('all'),
  'free.ogv': ['picture', 'all'],
  'song.aiff': both('all'),
  'song.wma': both('all'),
};

const words: Readonly<Record<Exclude<Lack, 'nothing'>, string>> = {
  sound: 'Only the picture plays here.',
  picture: 'Only the sound plays here.',
  all: 'This browser cannot play it',
};

/** Records what the player plays for half a second and measures it; 0: it has no sound. */
const loudness = `(async () => {
  const video = document.querySelector('video');
  const tracks = (video.captureStream ?? video.mozCaptureStream).call(video).getAudioTracks();
  if (tracks.length === 0) return 0;
  const recorder = new MediaRecorder(new MediaStream(tracks));
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => { recorder.onstop = resolve; });
  recorder.start();
  setTimeout(() => recorder.stop(), 500);
  await stopped;
  const bytes = await new Blob(parts).arrayBuffer();
  if (bytes.byteLength === 0) return 0;
  const samples = (await new OfflineAudioContext(1, 48_000, 48_000).decodeAudioData(bytes)).getChannelData(0);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
})()`;

const names = Object.keys(filmTable) as TableFilmName[];

describe.skipIf(!hasChromium || !hasFirefox || !hasFfmpeg)('films as people have them', () => {
  let films: Awaited<ReturnType<typeof serveFilmTable>>;
  beforeAll(async () => {
    films = await serveFilmTable();
  }, 300_000);
  afterAll(() => films?.close());

  describe.each([
    ['with ffmpeg', true],
    ['without ffmpeg', false],
  ])('%s', (_, hasConversion) => {
    let server: TestServer;
    let browsers: readonly TestBrowser[] = [];
    let pages: readonly [chromium: Page, firefox: Page];
    let anna: TestUser;
    let room: string;

    const asAnna = (call: string, request: Record<string, unknown>) =>
      server.ok({ call, token: anna.token, room, request: JSON.parse(JSON.stringify(request)) });

    async function play(name: TableFilmName): Promise<void> {
      const source = { direct_url: { url: `${films.url}/${name}` }, proxy_mode: 'only' };
      const { media } = await asAnna('RoomService.AddMedia', { source });
      await asAnna('RoomService.StartPlayback', { media_id: media.id });
    }

    async function expectPlays(page: Page, { has }: TableFilm): Promise<void> {
      await untilFilmPasses(0.3, page);
      if (has !== 'sound') await untilPictures(0, page);
      if (has !== 'picture') await expect.poll(() => page.evaluate<number>(loudness), patient).toBeGreaterThan(audible);
      for (const word of Object.values(words)) expect(await page.getByText(word).count()).toBe(0);
    }

    async function expectTogether(from: number): Promise<void> {
      await untilFilmPasses(from, ...pages);
      await untilTogether(togetherMs, pages);
    }

    beforeAll(async () => {
      const config = { 'media_probe.enabled': true, 'conversion.enabled': hasConversion };
      server = await startTestServer({ webRoot, config });
      anna = await server.signUp('anna');
      const ben = await server.signUp('ben');
      room = await makeRoom(server, anna);
      await joinRoom(server, room, ben);
      // A film that ends is no longer in step.
      await asAnna('RoomService.UpdateRoomSettings', { settings: { auto_play: 'repeat_one' } });
      const size = { width: 900, height: 600 };
      browsers = await Promise.all([startBrowser(size), startFirefox(size)]);
      pages = [await browsers[0]!.context.newPage(), await browsers[1]!.context.newPage()];
      for (const [index, page] of pages.entries()) {
        await signInBrowser(page, [anna, ben][index]!);
        await page.goto(`${server.url}/r/${room}`);
      }
    });
    afterAll(async () => {
      await Promise.all(browsers.map((browser) => browser.close()));
      await server?.stop();
    });

    test.each(hasConversion ? names : names.filter((name) => name in lacks))('[SY96] %s', async (name) => {
      await play(name);
      const lacking = hasConversion ? both('nothing') : lacks[name]!;
      await Promise.all(
        pages.map(async (page, i) => {
          const lack = lacking[i]!;
          if (lack === 'nothing') await expectPlays(page, filmTable[name]);
          else await page.getByText(words[lack]).first().waitFor();
        }),
      );
      if (!lacking.includes('all')) {
        await expectTogether(0.3);
        await asAnna('RoomService.UpdatePlaybackState', { position_seconds: 10 });
        await expectTogether(10.2);
      }
      // Otherwise the next film would be taken for this one.
      await asAnna('RoomService.StopPlayback', {});
      for (const page of pages) await expect.poll(() => page.locator('video').count(), patient).toBe(0);
    });
  });
});
