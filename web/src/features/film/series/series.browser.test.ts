import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Length of the film, in seconds. */
const length = 60;
const first = 'A.Long.Show.S01E01.The.Pilot.1080p.WEB-DL.x264-GRP.mkv';
const second = 'A.Long.Show.S01E02.1080p.WEB-DL.x264-GRP.mkv';

describe.skipIf(!hasChromium || !hasFfmpeg)('series', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  const films: string[] = [];
  let page: Page;
  let other: Page;

  const call = (name: string, request: Parameters<TestServer['ok']>[0]['request'] = {}) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room, request });
  const state = async () => (await call('GetPlayback')).playback_state;
  const positionOf = (at: Page) => at.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  const skip = (name: string, at = page) => at.getByRole('button', { name, exact: true });
  const open = async (user: TestUser, viewport: { width: number; height: number }) => {
    const context = await browser.context.browser()!.newContext({ locale: 'en-US', viewport });
    const opened = await context.newPage();
    await signInBrowser(opened, user);
    await opened.goto(`${server.url}/r/${room}`);
    return opened;
  };
  /** The chapters of the films, as they are when their bytes were read. */
  const setChapters = (chapters: readonly (readonly [number, string])[]) =>
    server.sql(
      `insert into media_facts (media_id, source_version, facts, read_at)
       select id, source_version, $1::jsonb, now() from media where id = any($2)`,
      [JSON.stringify({ chapters: chapters.map(([startSeconds, name]) => ({ startSeconds, name })) }), films],
    );
  /** The room stands there, so that a slow browser does not come too late. */
  const standAt = async (position_seconds: number) => {
    await call('StartPlayback', { media_id: films[0]!, position_seconds });
    await call('UpdatePlaybackState', { is_playing: false, position_seconds });
  };

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(length, { size: '640x360', rate: 15 }),
      startBrowser({ width: 1280, height: 800 }),
    ]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    for (const name of [first, second]) {
      const added = await call('AddMedia', { name, source: { direct_url: { url: media.mp4Url } } });
      films.push(added.media.id);
    }
    await call('UpdateRoomSettings', { settings: { control: 'hosts', wait_seconds: 0, auto_play_delay_seconds: 60 } });
    await server.sql('update media set duration_seconds = $1 where id = any($2)', [length, films]);
    await setChapters([
      [0, 'Recap'],
      [12, 'Opening 1'],
      [24, 'Part A'],
      [36, 'Abspann'],
    ]);
    page = await open(anna, { width: 1280, height: 800 });
    other = await open(ben, { width: 320, height: 640 });
  });
  afterAll(async () => {
    await Promise.all([page, other].map((opened) => opened?.context().close()));
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[WSE2] the queue shows episodes as people read them, and their real names to rename them', async () => {
    await page.getByRole('tab', { name: 'Playlist' }).click();
    await page.getByText('A Long Show · S1 E1 · The Pilot', { exact: true }).waitFor();
    await page.getByText('A Long Show · S1 E2', { exact: true }).waitFor();
    expect(await page.getByRole('tabpanel').getByText('WEB-DL').count()).toBe(0);
    await page.getByRole('button', { name: 'More for A Long Show · S1 E2', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toBe(second);
    await page.keyboard.press('Escape');
  });

  test('[WSE3] whoever may steer skips a recap and an opening for everybody, one after the other', async () => {
    await standAt(1);
    await skip('Skip recap').click({ timeout: 30_000 });
    await skip('Skip intro').waitFor();
    expect(await state()).toMatchObject({ media_id: films[0], position_seconds: 12 });
    await expectAccessible(page);
    expect(await skip('Skip intro', other).count()).toBe(0);
    await skip('Skip intro').click();
    await skip('Skip intro').waitFor({ state: 'detached' });
    expect(await state()).toMatchObject({ position_seconds: 24 });
    await expect.poll(() => positionOf(other), { timeout: 20_000 }).toBeGreaterThanOrEqual(24);
  });

  test('[WSE3] [WSE2] skipped credits lead to the card of the end, which names the next episode', async () => {
    await standAt(37);
    await skip('Skip credits').waitFor({ timeout: 30_000 });
    await call('UpdatePlaybackState', { is_playing: true });
    await skip('Skip credits').click();
    await page.locator('[data-end-card]').getByText('A Long Show · S1 E2', { exact: true }).waitFor();
    await other.locator('[data-end-card]').getByText('A Long Show · S1 E2', { exact: true }).waitFor();
    await expectAccessible(page);
  });
});
