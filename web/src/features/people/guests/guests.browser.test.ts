import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('guests', () => {
  let server: TestServer;
  let browsers: TestBrowser[];
  let anna: TestUser;
  let hostPage: Page;
  let guestPage: Page;
  let room: string;

  beforeAll(async () => {
    server = await startTestServer({ webRoot });
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna, { name: 'Open house' });
    browsers = await Promise.all([startBrowser(), startBrowser({ width: 390, height: 844 })]);
    [hostPage, guestPage] = (await Promise.all(browsers.map(({ context }) => context.newPage()))) as [Page, Page];
    await signInBrowser(hostPage, anna);
  });

  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    await server?.stop();
  });

  test('[WG2] the host opens the room to guests and shows them the chat', async () => {
    await hostPage.goto(`${server.url}/r/${room}`);
    await hostPage.getByRole('button', { name: 'More' }).click();
    await hostPage.getByRole('menuitem', { name: 'Room settings' }).click();
    await hostPage.getByRole('switch', { name: 'Guests', exact: true }).click();
    await hostPage.getByRole('switch', { name: 'Guests read the chat' }).click();
    await hostPage.getByRole('switch', { name: 'Guests see who is here' }).click();
    await expectAccessible(hostPage);
    await hostPage.getByRole('button', { name: 'Save changes' }).click();
    await hostPage.getByText('Settings saved.').waitFor();
  });

  test('[WG1] somebody without an account looks around, reads along and cannot write', async () => {
    await guestPage.goto(`${server.url}/r/${room}`);
    await guestPage.getByRole('button', { name: 'Look around as a guest' }).click();
    await guestPage.getByText('Guest: guest-').waitFor();
    await guestPage.getByText(anna.username).first().waitFor();
    await guestPage.getByRole('tab', { name: 'Chat' }).click();
    await hostPage.getByRole('textbox', { name: 'Message' }).fill('Good evening');
    await hostPage.keyboard.press('Enter');
    await guestPage.getByText('Good evening').waitFor();
    await guestPage.getByText('Guests can read along.').waitFor();
    expect(await guestPage.getByRole('textbox').count()).toBe(0);
    await expectAccessible(guestPage);
    if (process.env.MATINEE_SHOTS) await guestPage.screenshot({ path: `${process.env.MATINEE_SHOTS}/guest.png` });
  });

  test('[WG3] where guests see nothing the page says so, and a name leads to the film', async () => {
    const request = { settings: { user: { enableInstantSignup: true } }, updateMask: 'user.enableInstantSignup' };
    const root = await server.signIn();
    await server.ok({ call: 'AdminService.UpdateSettings', token: root.token, request });
    const hidesAll = {
      settings: { allow_guests: true, guest_permissions: { removed: ['view_members', 'view_chat_history'] } },
    };
    const other = await makeRoom(server, anna, { name: 'Behind the curtain', ...hidesAll });
    const { context, close } = await startBrowser({ width: 390, height: 844 });
    try {
      const page = await context.newPage();
      await page.goto(`${server.url}/r/${other}`);
      await page.getByRole('button', { name: 'Look around as a guest' }).click();
      await page.getByText('guests see neither who is here, nor the chat, nor the film').waitFor();
      expect(await page.getByRole('tab').count()).toBe(0);
      await expectAccessible(page);
      if (process.env.MATINEE_SHOTS) await page.screenshot({ path: `${process.env.MATINEE_SHOTS}/guest-nothing.png` });
      await page.getByRole('textbox', { name: 'Your name' }).fill('Curious Ben');
      await page.getByRole('button', { name: 'Join and watch' }).click();
      await page.getByRole('tab', { name: 'Chat' }).waitFor();
      await page.getByLabel('Write a message').waitFor();
    } finally {
      await close();
    }
  });

  test('[WG1] a guest who is no longer let in is told', async () => {
    await server.ok({
      call: 'RoomService.UpdateRoomSettings',
      token: anna.token,
      room,
      request: { settings: { allow_guests: false } },
    });
    await guestPage.getByRole('button', { name: 'Look again' }).click();
    await guestPage.getByRole('link', { name: 'I have an account' }).waitFor();
    await guestPage.getByRole('button', { name: 'Look around as a guest' }).waitFor({ state: 'detached' });
  });
});
