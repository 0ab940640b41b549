import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('the name that others see', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 1280, height: 800 })]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WDN1] [WDN2] the account page changes it, and tells why not', async () => {
    await page.goto(`${server.url}/account#profile`);
    const name = page.getByRole('textbox', { name: 'Your name' });
    await name.fill('Moderator');
    await page.getByRole('button', { name: 'Save your name' }).click();
    await page.getByText('This name looks like that of the people who run the server.').waitFor();
    await name.fill('Anna María de la Cruz');
    await page.getByRole('button', { name: 'Save your name' }).click();
    await page.getByText('You are now called Anna María de la Cruz').waitFor();
    await expectAccessible(page);
    if (process.env.MATINEE_SHOTS) await page.screenshot({ path: `${process.env.MATINEE_SHOTS}/account-name.png` });
  });

  test('[WDN2] rooms that are open show the new name of others at once, in the chat as well', async () => {
    const socket = await server.socket(room, ben.token);
    try {
      await page.goto(`${server.url}/r/${room}`);
      await page.getByRole('button', { name: `People. ${ben.username}` }).waitFor();
      const request = { display_name: 'Ben Ø' };
      await server.ok({ call: 'UserService.SetDisplayName', token: ben.token, request });
      await page.getByRole('button', { name: /^People\. Ben Ø/ }).waitFor();
      await server.ok({
        call: 'RoomService.SendChatMessage',
        token: ben.token,
        room,
        request: { client_message_id: 'one', content: 'here I am' },
      });
      const said = page.getByRole('article').filter({ hasText: 'here I am' });
      await said.getByText('Ben Ø').waitFor();
      if (process.env.MATINEE_SHOTS) await page.screenshot({ path: `${process.env.MATINEE_SHOTS}/room-names.png` });
    } finally {
      await socket.close();
    }
    expect(await page.getByText(ben.username, { exact: true }).count()).toBe(0);
  });
});
