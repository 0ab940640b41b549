import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('own history', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let berta: TestUser;
  let room: string;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 390, height: 844 })]);
    [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
    room = await makeRoom(server, anna, { name: 'Film club' });
    await joinRoom(server, room, berta);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** An entry as the server writes it. */
  const watch = (user: TestUser, place: number, mediaId: string, name: string, isFinished: boolean) =>
    server.sql(
      `insert into watched_entries values ('wat_' || lpad($2::text, 26, '0'), $1, $3, $4, $5,
         '2026-03-09T12:00:00Z', '2026-03-09T13:00:00Z', 3600, 3600, 7200, $6)`,
      [user.id, place, room, mediaId, name, isFinished],
    );
  const rows = () => page.getByRole('main').getByRole('listitem');

  test('[WOH2] where nothing was watched yet, the page invites', async () => {
    await page.goto(`${server.url}/watched`);
    await page.getByText('You have not watched anything yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Find a room' }).click();
    await page.waitForURL(`${server.url}/`);
  });

  test('[WOH1] [WOH4] what was watched stands by day, and what is not finished on the start page', async () => {
    const film = await addMedia(server, room, anna, 'Metropolis');
    await watch(anna, 1, film, 'Metropolis', false);
    await watch(berta, 2, film, 'Metropolis', false);
    await watch(anna, 3, 'med_gone', 'Nosferatu', true);
    await page.reload();
    const unfinished = page.getByRole('list', { name: 'Not watched to the end' });
    expect(await unfinished.innerText()).toMatch(/Metropolis\s+in Film club\s+1:00:00 of 2:00:00/);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Everything you watched' }).click();
    await expect.poll(() => rows().count()).toBe(2);
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toHaveLength(1);
    expect(await rows().first().innerText()).toMatch(/Nosferatu[\s\S]*to the end/);
    expect(await rows().last().innerText()).toMatch(
      /Metropolis[\s\S]*Film club[\s\S]*1:00:00 of 2:00:00[\s\S]*with .*berta/,
    );
    await expectAccessible(page);
    await page.getByRole('searchbox').fill('nosf');
    await expect.poll(() => rows().count()).toBe(1);
    await page.getByRole('searchbox').fill('');
    await expect.poll(() => rows().count()).toBe(2);
    await rows().last().getByRole('link', { name: 'Film club' }).click();
    await page.waitForURL(`${server.url}/r/${room}`);
  });

  test('[WOH6] pressed on the start page, it goes on where it was left, in a room that others use after a press', async () => {
    const state = async () =>
      (await server.ok({ call: 'RoomService.GetPlayback', token: anna.token, room })).playback_state;
    const goOn = async () => {
      await page.goto(server.url);
      await page.getByRole('list', { name: 'Not watched to the end' }).getByRole('link').click();
    };
    await goOn();
    await expect.poll(state).toMatchObject({ media_name: 'Metropolis', is_playing: true, position_seconds: 3600 });
    const other = await addMedia(server, room, anna, 'Faust');
    await server.ok({ call: 'RoomService.StartPlayback', token: anna.token, room, request: { media_id: other } });
    await goOn();
    const strip = page.getByRole('region', { name: 'Continue watching' });
    expect(await strip.innerText()).toMatch(/Metropolis\s+left at 1:00:00/);
    await expectAccessible(page);
    expect(await state()).toMatchObject({ media_name: 'Faust' });
    // Pausing the other item does not request this one.
    const pause = { call: 'RoomService.UpdatePlaybackState', token: anna.token, room, request: { is_playing: false } };
    await server.ok(pause);
    await expect.poll(() => page.getByRole('button', { name: 'Pause' }).count()).toBe(0);
    expect(await state()).toMatchObject({ media_name: 'Faust', is_playing: false });
    await strip.getByRole('button', { name: 'Play for all' }).click();
    await expect.poll(state).toMatchObject({ media_name: 'Metropolis', is_playing: true, position_seconds: 3600 });
    await strip.waitFor({ state: 'detached' });
    // After a reload, the room offers nothing.
    await page.reload();
    await page.getByRole('button', { name: 'Pause' }).first().waitFor();
    expect(await strip.count()).toBe(0);
  });

  test('[WOH2] [WOH3] it is saved as a file, and deleted', async () => {
    await page.goto(`${server.url}/watched`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as JSON' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('watched.json');
    await page.getByRole('button', { name: 'Delete Nosferatu from this list' }).click();
    await expect.poll(() => rows().count()).toBe(1);
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('You have not watched anything yet').waitFor();
    expect(await server.sql('select 1 from watched_entries where user_id = $1', [berta.id])).toHaveLength(1);
  });

  test('[WOH5] the preferences switch it off', async () => {
    await page.goto(`${server.url}/account`);
    await page.getByRole('switch', { name: 'Keep what I watch' }).click();
    const preferences = async () =>
      (await server.ok({ call: 'UserService.GetUserPreferences', token: anna.token })).preferences;
    await expect.poll(preferences).toMatchObject({ keep_watched: false });
  });
});
