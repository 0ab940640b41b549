import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('blocks', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let bert: TestUser;
  let room: string;
  let annasToken: string;

  beforeAll(async () => {
    server = await startTestServer({ webRoot });
    const anna = await server.signUp('anna');
    annasToken = anna.token;
    bert = await server.signUp('bert');
    room = await makeRoom(server, anna);
    await joinRoom(server, room, bert);
    browser = await startBrowser();
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const say = (content: string) =>
    server.ok({
      call: 'RoomService.SendChatMessage',
      token: bert.token,
      room,
      request: { client_message_id: content, content },
    });

  test('[WB1] what a blocked person wrote and writes is hidden, until the block ends', async () => {
    await say('before the block');
    await page.goto(`${server.url}/r/${room}`);
    await page.getByText('before the block').waitFor();
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('button', { name: `What to do with ${bert.username}` }).click();
    await page.getByRole('menuitem', { name: 'Block' }).click();
    await page.getByText(`You no longer see what ${bert.username} writes.`).waitFor();
    await say('during the block');
    await page.getByRole('tab', { name: 'Chat', exact: true }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('alone at last');
    await page.keyboard.press('Enter');
    await page.getByText('alone at last').waitFor();
    expect(await page.getByText('the block', { exact: false }).count()).toBe(0);
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('button', { name: `What to do with ${bert.username}` }).click();
    await page.getByRole('menuitem', { name: 'Unblock' }).click();
    await page.getByRole('tab', { name: 'Chat' }).click();
    await page.getByText('during the block').waitFor();
  });

  test('[WB2] the account page ends a block', async () => {
    await server.ok({ call: 'UserService.BlockUser', token: annasToken, request: { user_id: bert.id } });
    await page.goto(`${server.url}/account`);
    await page.getByRole('button', { name: `Unblock ${bert.username}` }).click();
    await page.getByText('You have not blocked anybody.').waitFor();
  });
});
