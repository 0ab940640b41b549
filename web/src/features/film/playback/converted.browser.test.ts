import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type BroughtFilm, serveBroughtFilms } from '@matinee/testkit/films/brought-films.ts';
import { untilFilmPasses, untilInStep, untilPictures } from '@matinee/testkit/films/watching.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** As in the test of formats: machines of tests stutter. */
const togetherMs = 250;

describe.skipIf(!hasChromium || !hasFfmpeg)('two people watch films that their browsers cannot play', () => {
  let server: TestServer;
  let films: Awaited<ReturnType<typeof serveBroughtFilms>>;
  let browsers: readonly TestBrowser[] = [];
  let pages: readonly Page[];
  let anna: TestUser;
  let room: string;

  const asAnna = (call: string, request: Record<string, unknown>) =>
    server.ok({ call, token: anna.token, room, request: JSON.parse(JSON.stringify(request)) });
  const play = async (name: string) => {
    const { media } = await asAnna('RoomService.AddMedia', {
      source: { direct_url: { url: `${films.url}/${name}` } },
      name,
    });
    await asAnna('RoomService.StartPlayback', { media_id: media.id });
  };
  const bytesOfSound = (page: Page) =>
    page.evaluate<number>(`document.querySelector('video')?.webkitAudioDecodedByteCount ?? 0`);

  beforeAll(async () => {
    [server, films] = await Promise.all([
      startTestServer({ webRoot, config: { 'media_probe.enabled': true, 'conversion.enabled': true } }),
      serveBroughtFilms(),
    ]);
    anna = await server.signUp('anna');
    const ben = await server.signUp('ben');
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    // A film that ends is no longer in step.
    await asAnna('RoomService.UpdateRoomSettings', { settings: { auto_play: 'repeat_one' } });
    const size = { width: 640, height: 480 };
    browsers = await Promise.all([startBrowser(size), startBrowser(size)]);
    pages = await Promise.all(browsers.map(({ context }) => context.newPage()));
    for (const [index, page] of pages.entries()) {
      await signInBrowser(page, [anna, ben][index]!);
      await page.goto(`${server.url}/r/${room}`);
    }
  }, 120_000);
  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    films?.close();
    await server?.stop();
  });

  /** Expects that both pages show and play the film at the room's position. */
  async function expectTogether(from: number, hasPicture: boolean): Promise<void> {
    for (const page of pages) {
      await untilFilmPasses(from, page);
      await untilInStep(togetherMs, page);
      await expect.poll(() => bytesOfSound(page)).toBeGreaterThan(0);
      if (hasPicture) await untilPictures(0, page);
    }
  }

  // The others are in the table of films; here they are loaded from their site where that is enough.
  const brought: readonly BroughtFilm[] = ['ac3.mkv', 'old.avi', 'song.wma'];
  test.each(brought)('[SY83] %s', async (name) => {
    await play(name);
    await expectTogether(0.2, name !== 'song.wma');
    await asAnna('RoomService.UpdatePlaybackState', { position_seconds: 5 });
    await expectTogether(5.2, name !== 'song.wma');
    for (const page of pages) expect(await page.getByText(/^Only the (?:sound|picture) plays here/).count()).toBe(0);
  });
});
