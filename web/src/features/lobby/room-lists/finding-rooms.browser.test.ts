import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('finding rooms on the start page', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let [host, anna]: TestUser[] = [];
  let cinema = '';
  let busy = '';

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startTestServer({ webRoot, settings: { 'server.maxRoomsPerUser': 100 } }),
      startBrowser({ width: 1440, height: 900 }),
    ]);
    [host, anna] = [await server.signUp('host'), await server.signUp('anna')];
    const root = await server.signIn();
    const admin = (call: string, request: object) =>
      server.ok({ call: `AdminService.${call}`, token: root.token, request: request as never });
    const { category } = await admin('UpsertRoomCategory', { name: 'Films', names: { de: 'Filme' } });
    await admin('UpsertRoomCategory', { name: 'A category with a name that is longer than a phone', position: 1 });
    const { label } = await admin('UpsertRoomLabel', { name: 'With subtitles', color: '#ff8800' });
    cinema = await makeRoom(server, host, {
      name: 'Casablanca evening',
      category_id: category.id,
      label_ids: [label.id],
    });
    await makeRoom(server, anna, { name: 'Anna’s own' });
    for (let n = 0; n < 30; n++) await makeRoom(server, host, { name: `Room ${n}` });
    busy = await makeRoom(server, host, { name: 'سينما <3 الليل' });
    await joinRoom(server, cinema, anna);
    const media = await addMedia(server, cinema, host, 'Casablanca');
    await server.ok({
      call: 'RoomService.StartPlayback',
      token: host.token,
      room: cinema,
      request: { media_id: media },
    });
    const later = await makeRoom(server, anna!, { name: 'Later film', visibility: 'hidden' });
    const film = await addMedia(server, later, anna!, 'Later');
    await server.ok({
      call: 'RoomService.StartPlayback',
      token: anna!.token,
      room: later,
      request: { media_id: film },
    });
    for (const room of [later, cinema]) {
      await (await server.socket(room, anna!.token)).close();
      const visits = 'select 1 from room_visits where room_id = $1 and user_id = $2';
      await until('the visit is counted', async () => (await server.sql(visits, [room, anna!.id])).length === 1);
    }
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const shot = async (name: string) => {
    await expectAccessible(page);
    if (process.env.MATINEE_SHOTS)
      await page.screenshot({ path: `${process.env.MATINEE_SHOTS}/${name}.png`, fullPage: true });
  };
  const section = (name: RegExp) => page.getByRole('region', { name });

  test('[WRL1] [WRL2] what can be gone on with, and where people are', async () => {
    const sockets = [await server.socket(cinema, host!.token), await server.socket(busy, host!.token)];
    await expect
      .poll(async () => (await server.ok({ call: 'UserService.DiscoverRooms', request: { activity: 'live' } })).total)
      .toBe(2);
    await page.goto(server.url);
    await section(/Continue watching/)
      .getByRole('link', { name: /Casablanca evening/ })
      .waitFor();
    // Visited after the other room. That one is newer, so every other order names it first.
    const inOrder = await section(/Continue watching/)
      .getByRole('listitem')
      .allInnerTexts();
    expect(inOrder.map((text) => /Casablanca evening|Later film/.exec(text)?.[0])).toEqual([
      'Casablanca evening',
      'Later film',
    ]);
    await section(/Live now/)
      .getByRole('link', { name: /سينما/ })
      .waitFor();
    // The user's own room shows its viewers under "Your rooms" instead.
    expect(
      await section(/Live now/)
        .getByRole('listitem')
        .count(),
    ).toBe(1);
    expect(await section(/Featured/).count()).toBe(0);
    await shot('home');
    await Promise.all(sockets.map((socket) => socket.close()));
  });

  test('[WRL3] a search shows what fits as somebody types, with a slip too', async () => {
    const rooms = section(/Public rooms/);
    await rooms.getByRole('searchbox', { name: 'Search rooms' }).fill('casablnca');
    await expect.poll(() => rooms.getByRole('listitem').count()).toBe(1);
    await rooms.getByRole('link', { name: /Casablanca evening/ }).waitFor();
    await rooms.getByRole('searchbox', { name: 'Search rooms' }).fill('zzzz');
    await page.getByText('No room matches “zzzz”').waitFor();
    await rooms.getByRole('searchbox', { name: 'Search rooms' }).fill('');
  });

  test('[WRL3] chips narrow the list, by keyboard too', async () => {
    const rooms = section(/Public rooms/);
    await rooms.getByRole('button', { name: 'Films' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => rooms.getByRole('listitem').count()).toBe(1);
    await rooms.getByRole('button', { name: 'With subtitles' }).click();
    await rooms.getByRole('link', { name: /Casablanca evening/ }).waitFor();
    await shot('home-narrowed');
    await rooms.getByRole('button', { name: 'Films' }).click();
    await rooms.getByRole('button', { name: 'With subtitles' }).click();
  });

  test('[WRL5] whoever comes back from a room finds the search and the chips as they were', async () => {
    const rooms = section(/Public rooms/);
    const field = rooms.getByRole('searchbox', { name: 'Search rooms' });
    const films = rooms.getByRole('button', { name: 'Films' });
    await films.click();
    await field.fill('casa');
    await page.waitForURL(/q=casa/);
    await expect.poll(() => rooms.getByRole('listitem').count()).toBe(1);
    await rooms.getByRole('link', { name: /Casablanca evening/ }).click();
    await page.waitForURL(/\/r\/room_/, { waitUntil: 'commit' });
    await page.goBack();
    await expect.poll(() => rooms.getByRole('listitem').count()).toBe(1);
    expect(await field.inputValue()).toBe('casa');
    expect(await films.getAttribute('aria-pressed')).toBe('true');
    await page.reload();
    await expect.poll(() => rooms.getByRole('listitem').count()).toBe(1);
    await field.fill('nothing at all');
    await rooms.getByRole('button', { name: 'Show all rooms' }).click();
    await expect.poll(() => rooms.getByRole('listitem').count()).toBeGreaterThanOrEqual(12);
    expect(await field.inputValue()).toBe('');
    expect(new URL(page.url()).search).toBe('');
  });

  test('[WRL3] [WRL6] more rooms come by scrolling, each once, and are counted when all are known', async () => {
    const rooms = section(/Public rooms/);
    const title = rooms.getByRole('heading', { name: /Public rooms/, level: 2 });
    expect((await title.textContent())?.trim()).toBe('Public rooms');
    await expect.poll(() => rooms.getByRole('listitem').count()).toBeGreaterThanOrEqual(12);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 3_000);
        return rooms.getByRole('listitem').count();
      })
      .toBeGreaterThanOrEqual(30);
    const links = await rooms.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(new Set(links).size).toBe(links.length);
    await expect
      .poll(async () => (await title.textContent())?.trim())
      .toBe(`Public rooms ${await rooms.getByRole('listitem').count()}`);
  });

  test('[WRL4] a heart makes a favourite, which stands above the other rooms', async () => {
    await page.goto(server.url);
    const heart = section(/Your rooms/).getByRole('button', { name: 'Favourite: Casablanca evening' });
    await heart.click();
    await section(/Favourites/)
      .getByRole('link', { name: /Casablanca evening/ })
      .waitFor();
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    await page.goto(`${server.url}/r/${cinema}`);
    const inRoom = page.getByRole('button', { name: 'Favourite: Casablanca evening' });
    await expect.poll(() => inRoom.getAttribute('aria-pressed')).toBe('true');
    await inRoom.click();
    await expect.poll(() => inRoom.getAttribute('aria-pressed')).toBe('false');
    const left = await server.ok({ call: 'UserService.ListFavoriteRooms', token: anna!.token });
    expect(left.total).toBe(0);
  });

  test('[WRL3] on a phone, in the dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(server.url);
    await section(/Public rooms/)
      .getByRole('listitem')
      .first()
      .waitFor();
    await shot('home-phone-dark');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});
