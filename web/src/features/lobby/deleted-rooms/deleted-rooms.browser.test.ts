import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';

describe.skipIf(!hasChromium)('deleted rooms', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
    anna = await server.signUp('anna');
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const picture = async (name: string) => {
    if (process.env.TEST_PICTURES) await page.screenshot({ path: `${process.env.TEST_PICTURES}/${name}.png` });
  };
  async function deleteRoom(room: string) {
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Room settings' }).click();
    await page.getByRole('button', { name: 'Delete room' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete room' }).click();
    await page.getByText('The room is deleted.').waitFor();
  }

  test('[WDR1] a deleted room comes back by one press, and later from the account', async () => {
    const room = await makeRoom(server, anna, { name: 'Film club' });
    await deleteRoom(room);
    await picture('deleted-room');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL(`**/r/${room}`);
    await page.getByRole('heading', { name: 'Film club' }).waitFor();
    await deleteRoom(room);
    await page.goto(`${server.url}/account#deleted-rooms`);
    await page.getByRole('button', { name: 'Restore Film club' }).waitFor();
    await expectAccessible(page);
    await picture('deleted-rooms-account');
    await page.getByRole('button', { name: 'Restore Film club' }).click();
    await page.waitForURL(`**/r/${room}`);
    await page.getByRole('heading', { name: 'Film club' }).waitFor();
  });

  test('[WDR2] administrators restore a room, and end one for good', async () => {
    for (const name of ['Matinee', 'Late show'])
      await server.ok({
        call: 'RoomService.DeleteRoom',
        token: anna.token,
        room: await makeRoom(server, anna, { name }),
      });
    await page.close();
    page = await browser.context.newPage();
    await page.goto(server.url);
    await page.evaluate(() => localStorage.clear());
    await signInBrowser(page, await server.signIn());
    await page.goto(`${server.url}/admin/deleted-rooms`);
    await page.getByRole('button', { name: 'Restore Matinee' }).waitFor();
    await expectAccessible(page);
    await picture('deleted-rooms-admin');
    await page.getByRole('button', { name: 'Restore Matinee' }).click();
    await page.getByText('Matinee is back.').waitFor();
    await page.getByRole('button', { name: 'Delete for good: Late show' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('No room was deleted lately').waitFor();
  });
});
