import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('who has watched an item', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let berta: TestUser;
  let carl: TestUser;
  let room: string;
  let film: string;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
    [anna, berta, carl] = [await server.signUp('anna'), await server.signUp('berta'), await server.signUp('carl')];
    room = await makeRoom(server, anna, { name: 'Film club' });
    await joinRoom(server, room, berta, carl);
    film = await addMedia(server, room, anna, 'Metropolis');
    page = await browser.context.newPage();
    await signInBrowser(page, berta);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const watched = ({ id }: TestUser, place: number, position: number, isFinished: boolean) =>
    server.sql(
      `insert into watched_entries values ('wat_' || lpad($2::text, 26, '0'), $1, $3, $4, 'Metropolis',
         '2026-03-09T12:00:00Z', '2026-03-09T13:00:00Z', 3600, $5, 7200, $6)`,
      [id, place, room, film, position, isFinished],
    );
  const openMenu = async () => {
    await page.getByRole('tab', { name: 'Playlist' }).click();
    await page.getByRole('button', { name: 'More for Metropolis' }).click();
  };

  test('[WOH7] is shown where the room chose so, without places ahead, and hidden by each for themselves', async () => {
    await watched(anna, 1, 7_190, true);
    await watched(berta, 2, 3_600, false);
    await watched(carl, 3, 5_000, false);
    await server.ok({
      call: 'RoomService.UpdateRoomSettings',
      token: anna.token,
      room,
      request: { settings: { show_progress: true } },
    });
    await page.goto(`${server.url}/r/${room}`);
    await openMenu();
    await page.getByRole('menuitem', { name: 'Who has watched it' }).click();
    const dialog = page.getByRole('dialog', { name: 'Who has watched it' });
    const rows = dialog.getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(3);
    expect((await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringContaining(`${berta.username} (you) up to 1:00:00`),
      expect.stringContaining(`${anna.username} to the end`),
      expect.stringContaining(`${carl.username} further than you`),
    ]);
    await expectAccessible(page);
    await dialog.getByRole('switch', { name: 'Show how far I am' }).click();
    const seen = async () => {
      const request = { media_id: film };
      const { people } = await server.ok({
        call: 'WatchedService.ListItemProgress',
        token: anna.token,
        room,
        request,
      });
      return people.map(({ user_id }: { user_id: string }) => user_id);
    };
    await expect.poll(seen).toEqual([anna.id, carl.id]);
  });
});
