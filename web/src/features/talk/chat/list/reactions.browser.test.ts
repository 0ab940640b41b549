import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import type { ContractCall } from '@matinee/testkit/contract-call.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('reactions to messages', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let page: Page;
  let asked: string;

  const call = (user: TestUser, name: string, request: NonNullable<ContractCall['request']>) =>
    server.ok({ call: `RoomService.${name}`, token: user.token, room, request });
  const row = () => page.locator(`[data-message="${asked}"]`);
  const picker = () => page.getByRole('dialog', { name: 'React to the message' });
  const chip = (name: string) => row().getByRole('button', { name });

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 1280, height: 800 })]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    asked = (await call(ben, 'SendChatMessage', { content: 'Pizza?', client_message_id: 'pizza' })).message.id;
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await row().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WC9] digits react with what is usual, and do not change the panel', async () => {
    await row().focus();
    await page.getByRole('toolbar', { name: 'What you can do with this message' }).waitFor();
    await page.keyboard.press('2');
    await chip('❤️: 1').waitFor();
    await page.keyboard.press('2');
    await chip('❤️: 1').waitFor({ state: 'detached' });
    await page.keyboard.press('3');
    await chip('😂: 1').waitFor();
    expect(await page.getByRole('tab', { name: 'Chat', selected: true }).count()).toBe(1);
  });

  test('[WC9] [WEM2] E opens all emoji, one is a reaction, and the focus is back on the message', async () => {
    await page.keyboard.press('e');
    await picker().getByRole('searchbox').fill('pizza');
    await page.keyboard.press('Enter');
    await chip('🍕: 1').waitFor();
    await picker().waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate<string>(`document.activeElement?.dataset.message ?? ''`)).toBe(asked);
  });

  test('[WC9] several emoji at once are no reaction, and it says so', async () => {
    await page.keyboard.press('+');
    await picker().getByRole('searchbox').fill('🍕🎉');
    await picker().getByText('A reaction is a single emoji.').waitFor();
    await picker().getByRole('searchbox').fill('🎉');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await chip('🎉: 1').waitFor();
  });

  test('[WC19] pointer and focus show who reacted', async () => {
    await call(ben, 'SetChatReaction', { message_id: asked, reaction_key: '🎉' });
    await chip('🎉: 2').hover();
    await page.getByRole('tooltip').getByText(`you and ${ben.username} reacted with 🎉`).waitFor();
    await expectAccessible(page);
    await page.mouse.move(10, 10);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await chip('😂: 1').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.getByRole('tooltip').getByText('you reacted with 😂').waitFor();
  });

  test('[WC19] a finger that stays shows it too, and is no press', async () => {
    await page.mouse.move(10, 10);
    const finger = { pointerType: 'touch', pointerId: 7, isPrimary: true, bubbles: true };
    await chip('🎉: 2').dispatchEvent('pointerdown', finger);
    await page.getByRole('tooltip').getByText(`you and ${ben.username}`).waitFor();
    await chip('🎉: 2').dispatchEvent('pointerup', finger);
    await chip('🎉: 2').dispatchEvent('click');
    await chip('🎉: 2').click();
    await chip('🎉: 1').waitFor();
  });
});
