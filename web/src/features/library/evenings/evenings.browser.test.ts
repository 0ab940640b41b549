import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('evenings', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let film: string;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 390, height: 844 })]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    film = await addMedia(server, room, anna, 'Metropolis');
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const dialog = () => page.getByRole('dialog', { name: 'Evenings' });
  const cards = () => dialog().getByRole('article');
  const open = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Evenings' }).click();
    await dialog().waitFor();
  };
  const close = () => dialog().getByRole('button', { name: 'Close' }).click();
  const keep = (keep_evenings: boolean) =>
    server.ok({
      call: 'RoomService.UpdateRoomSettings',
      token: anna.token,
      room,
      request: { settings: { keep_evenings } },
    });

  /** An evening that was so long ago, at which both were and two films ran, with one loved moment. */
  async function addEvening(number: number, ago: string): Promise<void> {
    const id = `eve_${String(number).padStart(26, '0')}`;
    await server.sql('insert into evenings values ($1, $2, now() - $3::interval, now() - $3::interval, 7000)', [
      id,
      room,
      ago,
    ]);
    for (const [media_id, name, minutes] of [
      [film, 'Metropolis', 0],
      ['med_gone', 'Nosferatu', 90],
    ] as const)
      await server.sql(
        `insert into evening_items values ($1, $2, $3, now() - $4::interval + $5 * interval '1 minute', 5400, 5400)`,
        [id, media_id, name, ago, minutes],
      );
    for (const { id: user } of [anna, ben])
      await server.sql(`insert into evening_people values ($1, $2, $3, now(), now(), 7000)`, [id, user, room]);
  }

  test('[WEV2] an empty list says what will stand here, or that nothing is kept', async () => {
    await open();
    await dialog().getByText('No evenings yet').waitFor();
    await dialog().getByText('Watch something together.').waitFor();
    await expectAccessible(page);
    await close();
    await keep(false);
    await open();
    await dialog().getByText('This room keeps no evenings.').waitFor();
    await close();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Room settings' }).click();
    await page.getByRole('switch', { name: 'Remember evenings', checked: false }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    const kept = async () =>
      (await server.ok({ call: 'RoomService.GetRoomSettings', token: anna.token, room })).settings.keep_evenings;
    await expect.poll(kept).toBe(true);
  });

  test('[WEV1] [WEV3] shows who was there, what ran, its rating and moments, and plays from one', async () => {
    await addEvening(2, '1 day');
    await addEvening(1, '4 years');
    await server.ok({
      call: 'RatingsService.RateItem',
      token: ben.token,
      room,
      request: { media_id: film, face: 5 },
    });
    await server.sql(`insert into film_moments values ($1, 12, $2, $3, '❤️')`, [film, ben.id, room]);
    await open();
    await expect.poll(() => cards().count()).toBe(3);
    const [special, recent] = [cards().nth(0), cards().nth(1)];
    await special.getByRole('heading', { name: '4 years ago tonight' }).waitFor();
    const people = recent.getByRole('list', { name: 'Who was there' }).getByRole('listitem');
    expect(await people.allInnerTexts()).toEqual([anna.username, ben.username]);
    const items = recent.getByRole('list', { name: 'What played' });
    await items.getByText('1:30:00 of 1:30:00').waitFor();
    await items.getByText('No longer in the playlist.').waitFor();
    await items.getByRole('button', { name: 'Ratings of “Metropolis”: Wonderful, 1 person' }).waitFor();
    await expectAccessible(page);
    await items.getByRole('button', { name: 'Play from 2:00' }).click();
    await dialog().waitFor({ state: 'hidden' });
    const { playback_state: state } = await server.ok({ call: 'RoomService.GetPlayback', token: anna.token, room });
    expect([state.media_id, Math.floor(state.position_seconds)]).toEqual([film, 115]);
  });

  test('[WEV4] a person is forgotten, and evenings are deleted, after a question', async () => {
    const erase = async (action: string) => {
      await cards()
        .nth(1)
        .getByRole('button', { name: /^More for/ })
        .click();
      await page.getByRole('menuitem', { name: action }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
    };
    await open();
    await erase('Forget that I was there');
    const people = () => cards().nth(1).getByRole('list', { name: 'Who was there' }).getByRole('listitem');
    await expect.poll(() => people().allInnerTexts()).toEqual([ben.username]);
    await erase('Delete this evening');
    await expect.poll(() => cards().count()).toBe(2);
    await dialog().getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click();
    await dialog().getByText('No evenings yet').waitFor();
    expect(await server.sql('select 1 from evenings where room_id = $1', [room])).toEqual([]);
  });
});
