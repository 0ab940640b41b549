import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('how rooms are found, in the administration', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let root: TestUser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
    root = await server.signIn();
    page = await browser.context.newPage();
    await signInBrowser(page, root);
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

  test('[WTX3] categories and labels are made, changed and deleted', async () => {
    await page.goto(`${server.url}/admin/room-taxonomy`);
    await page.getByRole('button', { name: 'New category' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Films');
    await page.getByRole('textbox', { name: 'Name in German' }).fill('Filme');
    await shot('admin-category');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change “Films”' }).waitFor();
    await page.getByRole('button', { name: 'New label' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('With subtitles');
    await page.getByRole('combobox', { name: 'For rooms of' }).selectOption('Films');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change “With subtitles”' }).waitFor();
    await shot('admin-taxonomy');

    await page.getByRole('button', { name: 'Change “Films”' }).click();
    const { categories } = await server.ok({ call: 'RoomService.ListRoomCategories' });
    const mine = { category_id: categories[0].id, name: 'Movies' };
    await server.ok({ call: 'AdminService.UpsertRoomCategory', token: root.token, request: mine });
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .getByText(/Somebody else changed this/)
      .waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Delete “Movies”' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No categories yet').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await shot('admin-taxonomy-phone');
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test('[WFT1] rooms are found, put in order and featured', async () => {
    for (const name of ['First night', 'Second night']) await makeRoom(server, root, { name });
    await page.goto(`${server.url}/admin/featured`);
    for (const name of ['First night', 'Second night']) {
      await page.getByRole('searchbox', { name: 'Add a public room' }).fill(name.slice(0, 4));
      await page.getByRole('button', { name: `Add “${name}”` }).click();
    }
    await page.getByRole('button', { name: 'Move “Second night” up' }).click();
    await shot('admin-featured');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The start page shows it.').waitFor();
    const { featured_rooms } = await server.ok({ call: 'UserService.DiscoverRooms' });
    expect(featured_rooms.map(({ room }: { room: { name: string } }) => room.name)).toEqual([
      'Second night',
      'First night',
    ]);
    await page.setViewportSize({ width: 390, height: 844 });
    await shot('admin-featured-phone');
  });
});
