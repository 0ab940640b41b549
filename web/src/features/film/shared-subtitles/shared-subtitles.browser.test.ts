import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const srt = (text: string) => `1\n00:00:00,000 --> 00:01:00,000\n${text}\n`;

describe.skipIf(!hasChromium || !hasFfmpeg)('one gives subtitles to everybody', () => {
  let server: TestServer;
  let media: TestMedia;
  let browsers: readonly TestBrowser[] = [];
  let anna: Page;
  let ben: Page;
  let room: string;

  beforeAll(async () => {
    [server, media] = await Promise.all([startTestServer({ webRoot }), makeTestMedia(30, smallFilm)]);
    const users = (await Promise.all([server.signUp('anna'), server.signUp('ben')])) as [TestUser, TestUser];
    room = await makeRoom(server, users[0]);
    await joinRoom(server, room, users[1]);
    const ask = (call: string, request: object) =>
      server.ok({ call, token: users[0].token, room, request: JSON.parse(JSON.stringify(request)) });
    const source = { direct_url: { url: media.mp4Url } };
    const { media: item } = await ask('RoomService.AddMedia', { name: 'film', source });
    await ask('RoomService.StartPlayback', { media_id: item.id });
    await ask('RoomService.UpdatePlaybackState', { is_playing: false });
    const size = { width: 1100, height: 700 };
    browsers = await Promise.all([startBrowser(size), startBrowser(size)]);
    [anna, ben] = (await Promise.all(browsers.map(({ context }) => context.newPage()))) as [Page, Page];
    for (const [index, page] of [anna, ben].entries()) {
      await signInBrowser(page, users[index]!);
      await page.goto(`${server.url}/r/${room}`);
    }
  }, 120_000);
  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    media?.close();
    await server?.stop();
  });

  async function openMenu(page: Page): Promise<void> {
    await page.mouse.move(200, 200);
    await page.mouse.move(210, 210);
    await page.getByRole('button', { name: 'Speed, subtitles and sound' }).click();
  }
  const shown = (page: Page, text: string) => page.locator('[data-player] p', { hasText: text });
  test('[WSA1] [WSA2] [WSA3] all see them, who switched subtitles off does not, and they are taken back', async () => {
    const isLoaded = () => anna.evaluate<number>(`document.querySelector('[data-player] video')?.readyState ?? 0`);
    await expect.poll(isLoaded).toBeGreaterThan(1);
    await openMenu(anna);
    const file = { name: 'film.en.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(srt('From Anna')) };
    await anna.getByLabel('Open a subtitle file').setInputFiles(file);
    await shown(anna, 'From Anna').waitFor();
    expect(await shown(ben, 'From Anna').count()).toBe(0);
    // It goes away by itself.
    const told = ben
      .getByText(/^anna_\d+ shows subtitles to everybody: “film.en.srt”/)
      .first()
      .waitFor();
    await anna.getByRole('button', { name: 'Show to everybody' }).click();
    await shown(ben, 'From Anna').waitFor();
    await told;
    await shown(anna, 'From Anna').waitFor();
    await anna.getByRole('button', { name: 'Take back for everybody' }).waitFor();
    await expectAccessible(anna);

    await openMenu(ben);
    const subtitles = ben.getByRole('group', { name: 'Subtitles', exact: true });
    await subtitles.getByRole('radio', { name: 'film.en.srt' }).waitFor();
    expect(await ben.getByRole('button', { name: 'Take back for everybody' }).count()).toBe(0);
    await subtitles.getByRole('radio', { name: 'Off', exact: true }).check({ force: true });
    await shown(ben, 'From Anna').waitFor({ state: 'detached' });

    await anna.getByRole('button', { name: 'Take back for everybody' }).click();
    await shown(anna, 'From Anna').waitFor({ state: 'detached' });
    await subtitles.getByRole('radio', { name: 'film.en.srt' }).waitFor({ state: 'detached' });
  });
});
