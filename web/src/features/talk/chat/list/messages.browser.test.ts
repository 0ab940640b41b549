import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import type { ContractCall } from '@matinee/testkit/contract-call.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const shots = process.env['MATINEE_SHOTS'];

describe.skipIf(!hasChromium)('messages of the chat', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let page: Page;
  let popcorn: string;

  const call = (user: TestUser, name: string, request: NonNullable<ContractCall['request']>) =>
    server.ok({ call: `RoomService.${name}`, token: user.token, room, request });
  const benSays = async (content: string): Promise<string> =>
    (await call(ben, 'SendChatMessage', { content, client_message_id: `ben ${content}` })).message.id;
  const log = () => page.getByRole('log', { name: 'Messages' });
  const field = () => page.getByRole('textbox', { name: 'Write a message' });
  const tools = () => page.getByRole('toolbar', { name: 'What you can do with this message' });
  const row = () => log().locator(`[data-message="${popcorn}"]`);
  const hover = async () => {
    await row().hover();
    await tools().waitFor();
  };
  const choose = async (entry: string) => {
    await hover();
    await tools().getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };

  const shoot = async (name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
  };

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 1280, height: 800 })]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await field().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('who joined stands in the chat, and counts as no message', async () => {
    await log().getByText(`${ben.username} joined`).waitFor();
  });

  test('[WC8] [WC9] a reaction is one press, and others add theirs', async () => {
    popcorn = await benSays('Popcorn?');
    await hover();
    await tools().getByRole('button', { name: 'React', exact: true }).click();
    await tools().getByRole('button', { name: 'React with 🎉' }).click();
    const chip = page.getByRole('button', { name: '🎉: 1' });
    await chip.waitFor();
    await call(ben, 'SetChatReaction', { message_id: popcorn, reaction_key: '🎉' });
    await page.getByRole('button', { name: '🎉: 2', pressed: true }).click();
    await page.getByRole('button', { name: '🎉: 1', pressed: false }).waitFor();
    await expectAccessible(page);
  });

  test('[WC8] an answer shows what it answers', async () => {
    await hover();
    await tools().getByRole('button', { name: 'Answer' }).click();
    await page.getByText(`Answer to ${ben.username}:`).waitFor();
    await page.keyboard.type('Yes, please');
    await page.keyboard.press('Enter');
    await log()
      .getByRole('button', { name: `${ben.username} Popcorn?` })
      .waitFor();
  });

  test('[WC10] names are offered behind @, and stand out', async () => {
    await field().fill('');
    await field().pressSequentially('hi @be');
    await page.getByRole('option', { name: ben.username }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('option').waitFor({ state: 'detached' });
    await page.keyboard.type('there');
    await page.keyboard.press('Enter');
    await log().getByText(`@${ben.username}`, { exact: true }).waitFor();
    const { messages } = await call(anna, 'GetChatHistory', { page_size: 1 });
    expect(messages[0]).toMatchObject({
      content: `hi @${ben.username} there`,
      mentions: [{ user_id: ben.id, offset: 3 }],
    });
  });

  test('[WC10] a name that was chosen is whole: Enter sends it, and the cursor stands behind it', async () => {
    await field().pressSequentially('@be');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const sent = await until('it is sent', async () => {
      const { messages } = await call(anna, 'GetChatHistory', { page_size: 1 });
      return messages[0].content === `@${ben.username}` && messages[0];
    });
    await call(anna, 'DeleteChatMessage', { message_id: sent.id, expected_version: sent.version });
    await field().fill('the end');
    await page.keyboard.press('Home');
    await page.keyboard.type('@be');
    await page.keyboard.press('Tab');
    await page.keyboard.type('sees ');
    expect(await field().inputValue()).toBe(`@${ben.username} sees the end`);
    await field().fill('@be');
    await page.getByRole('option', { name: ben.username }).waitFor();
    await page.keyboard.press('Home');
    await page.getByRole('option').waitFor({ state: 'detached' });
    await field().fill('');
  });

  test('[WC11] arrow up changes the last own message, and what was being written is back', async () => {
    await field().fill('');
    await page.keyboard.press('ArrowUp');
    const edit = page.getByRole('textbox', { name: 'Change your message' });
    await edit.fill('hi all');
    await page.keyboard.press('Enter');
    await log().getByText('hi all', { exact: true }).waitFor();
    await log().getByText('edited', { exact: true }).waitFor();
    await field().waitFor();
  });

  test('[WC20] what is being written is there after the page was loaded again, and not what was sent', async () => {
    await field().fill('Half a thought');
    await page.reload();
    await field().waitFor();
    expect(await field().inputValue()).toBe('Half a thought');
    await field().press('Enter');
    await log().getByText('Half a thought').waitFor();
    await page.reload();
    await log().getByText('Half a thought').waitFor();
    expect(await field().inputValue()).toBe('');
    await call(anna, 'DeleteChatMessage', {
      message_id: (await call(anna, 'GetChatHistory', { page_size: 1 })).messages[0].id,
      client_operation_id: 'half',
      expected_version: 1,
    });
  });

  test('[WC12] a pinned message stands above the chat until it is let go', async () => {
    await choose('Pin');
    await page.getByRole('button', { name: 'Popcorn? Show all pinned messages' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pinned messages' });
    await dialog.getByText(`Pinned by ${anna.username}.`).waitFor();
    await dialog.getByRole('button', { name: 'Show in the chat' }).click();
    await dialog.waitFor({ state: 'detached' });
    await until('it has the focus', () =>
      page.evaluate<boolean>(`document.activeElement?.dataset.message === '${popcorn}'`),
    );
    await page.getByRole('button', { name: 'Popcorn? Show all pinned messages' }).click();
    await dialog.getByRole('button', { name: 'Unpin' }).click();
    await dialog.getByText('Nothing is pinned.').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: /Show all pinned messages/ }).count()).toBe(0);
  });

  test('[WC23] a pinned message gets a note in the list of pins', async () => {
    await choose('Pin');
    await page.getByRole('button', { name: 'Popcorn? Show all pinned messages' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pinned messages' });
    const note = () => dialog.getByRole('textbox', { name: 'Note' });
    await dialog.getByRole('button', { name: 'Add note' }).click();
    await page.keyboard.type(' for Friday ');
    await shoot('pin-note');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await dialog.getByText('for Friday').waitFor();
    await note().waitFor({ state: 'detached' });
    const edit = dialog.getByRole('button', { name: 'Edit note' });
    await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true);
    const { pins } = await call(ben, 'ListPinnedChatMessages', {});
    expect(pins).toMatchObject([{ message_id: popcorn, note: 'for Friday' }]);
    await page.keyboard.press('Enter');
    await note().fill('for nobody');
    await page.keyboard.press('Escape');
    await note().waitFor({ state: 'detached' });
    await dialog.getByText('for Friday').waitFor();
    await edit.click();
    await note().fill('');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Add note' }).waitFor();
    expect(await dialog.getByText('for Friday').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Unpin' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('[WC8] the keyboard reaches the messages and their tools', async () => {
    const focused = (inner: string) =>
      page.evaluate<boolean>(
        `document.activeElement?.matches('[data-message]') && document.activeElement.innerText.includes('${inner}')`,
      );
    await row().hover();
    await field().hover();
    await page.getByRole('button', { name: 'Attach files' }).focus();
    await page.keyboard.press('Shift+Tab');
    await until('the newest has the focus', () => focused('hi all'));
    await page.keyboard.press('ArrowUp');
    await until('the one before has it', () => focused('Yes, please'));
    await page.keyboard.press('ArrowUp');
    await until('the one before has it', () => focused('Popcorn?'));
    await page.keyboard.press('ArrowDown');
    await until('the next has it', () => focused('Yes, please'));
    await tools().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await until('a tool has the focus', () =>
      page.evaluate<boolean>(`document.activeElement?.closest('[role=toolbar]') != null`),
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await until('the field has the focus', () =>
      page.evaluate<boolean>(`document.activeElement?.hasAttribute('data-chat-input') ?? false`),
    );
  });

  test('[WC8] what a host deletes leaves a line, for everybody', async () => {
    await choose('Delete');
    const question = page.getByRole('alertdialog');
    await question.getByRole('textbox', { name: 'Why (if you like)' }).fill(' No food here ');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete' }).click();
    await log().getByText('A host deleted this message. Reason: No food here').waitFor();
    expect(await log().getByText('Popcorn?').count()).toBe(0);
    await log().getByText('A message that is not here any more').waitFor();
  });
});
