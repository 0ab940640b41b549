import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('sending messages on', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let here: string;
  let there: string;
  let page: Page;

  const log = () => page.getByRole('log', { name: 'Messages' });
  const field = () => page.getByRole('textbox', { name: 'Write a message' });
  const tools = () => page.getByRole('toolbar', { name: 'What you can do with this message' });
  const dialog = () => page.getByRole('dialog', { name: 'Send to another room' });
  const row = (name: string) => dialog().getByRole('listitem').filter({ hasText: name });
  const historyOf = async (room: string) =>
    (await server.ok({ call: 'RoomService.GetChatHistory', token: anna.token, room })).messages;
  const newestIn = async (room: string) => (await historyOf(room)).at(-1);
  const change = (room: string, user: TestUser, settings: { chat_enabled: boolean }) =>
    server.ok({ call: 'RoomService.UpdateRoomSettings', token: user.token, room, request: { settings } });
  const openFor = async (text: string) => {
    await log().getByText(text).hover();
    await tools().getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Send to another room…' }).click();
    await dialog().waitFor();
  };

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 1280, height: 800 })]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    here = await makeRoom(server, anna, { name: 'Friday film' });
    there = await makeRoom(server, ben, { name: `Quiet corner ${'of the world '.repeat(6)}`.trim() });
    await joinRoom(server, there, anna);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${here}`);
    await field().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WFW1] a message goes on with its file, which nobody uploads again', async () => {
    const buffer = Buffer.from('bread, cheese, popcorn');
    await page
      .locator('input[type=file][multiple]')
      .setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer });
    await page.getByRole('list', { name: 'Files to send' }).getByText('Uploaded').waitFor();
    await field().fill('What we need');
    await page.keyboard.press('Enter');
    await log().getByRole('button', { name: 'Save list.txt' }).waitFor();
    await openFor('What we need');
    await dialog().getByText('list.txt').waitFor();
    await row('Quiet corner').waitFor();
    expect(await row('Friday film').count()).toBe(0);
    await expectAccessible(page);
    const rooms = dialog().getByRole('list', { name: 'Your rooms' });
    expect(await rooms.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    await dialog().getByRole('textbox', { name: 'Message' }).fill('What they need');
    await row('Quiet corner').getByRole('button', { name: 'Send' }).click();
    await row('Quiet corner').getByText('Sent', { exact: true }).waitFor();
    const arrived = await newestIn(there);
    expect(arrived).toMatchObject({ content: 'What they need', attachments: [{ name: 'list.txt' }] });
    const sent = await newestIn(here);
    expect(sent.attachments[0].id).not.toBe(arrived.attachments[0].id);
  });

  test('[WFW1] a part of a name finds a room', async () => {
    const search = dialog().getByRole('searchbox', { name: 'Find a room' });
    await search.fill('nowhere');
    await dialog().getByText('No room of yours has this in its name').waitFor();
    await search.fill('QUIET');
    // The result for that room is still shown.
    await row('Quiet corner').getByText('Sent', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  test('[WFW2] a room that refuses it says why, and another press sends it once', async () => {
    await field().fill('Anybody there?');
    await page.keyboard.press('Enter');
    await openFor('Anybody there?');
    await change(there, ben, { chat_enabled: false });
    const before = (await historyOf(there)).length;
    const send = row('Quiet corner').getByRole('button', { name: 'Send' });
    await send.click();
    await row('Quiet corner').getByRole('alert').waitFor();
    await expectAccessible(page);
    await change(there, ben, { chat_enabled: true });
    await send.click();
    await row('Quiet corner').getByText('Sent', { exact: true }).waitFor();
    expect(await historyOf(there)).toHaveLength(before + 1);
  });

  test('[WFW2] what arrived without an answer is sent again, and is there once', async () => {
    await page.keyboard.press('Escape');
    await openFor('Anybody there?');
    const before = (await historyOf(there)).length;
    await page.route(
      `**/api/rooms/${there}/chat/messages`,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const send = row('Quiet corner').getByRole('button', { name: 'Send' });
    await send.click();
    await row('Quiet corner').getByRole('alert').waitFor();
    await send.click();
    await row('Quiet corner').getByText('Sent', { exact: true }).waitFor();
    expect(await historyOf(there)).toHaveLength(before + 1);
  });

  test('[WFW3] what was deleted has no such item', async () => {
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    const { id } = await newestIn(here);
    await server.ok({
      call: 'RoomService.DeleteChatMessage',
      token: anna.token,
      room: here,
      request: { message_id: id, client_operation_id: 'gone', expected_version: 1 },
    });
    await log().getByText('Anybody there?').waitFor({ state: 'hidden' });
    await log().getByText('deleted').hover();
    expect(await tools().count()).toBe(0);
  });
});
