import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('a room whose owner leaves', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let berta: TestUser;
  let room: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
    [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
    room = await makeRoom(server, anna, { name: 'Film club' });
    await joinRoom(server, room, berta);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const openPage = async (user: TestUser, path: string): Promise<Page> => {
    const context = await browser.context.browser()!.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    await signInBrowser(page, user);
    await page.goto(`${server.url}${path}`);
    return page;
  };
  const openMenu = async (page: Page, item: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  test('[WOW3] [WOW5] the owner names a member, who reads it among the notifications and declines', async () => {
    const page = await openPage(anna, `/r/${room}`);
    await openMenu(page, 'Room settings');
    await page.getByText('When you leave for good, somebody else can get the room.').waitFor();
    await page.getByRole('button', { name: 'When I leave' }).click();
    const dialog = page.getByRole('dialog', { name: 'When I leave' });
    expect(await dialog.getByRole('radio', { name: 'Nobody' }).isChecked()).toBe(true);
    await dialog.getByText('Somebody I choose').click();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByRole('group', { name: 'New owner' }).getByText(berta.username).click();
    await dialog.getByRole('combobox', { name: 'Also if I stay away' }).selectOption('30');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`When you leave for good, ${berta.username} gets the room.`).waitFor();
    const { succession } = await server.ok({
      call: 'RoomSuccessionService.GetRoomSuccession',
      token: anna.token,
      room,
    });
    expect(succession).toMatchObject({ away_days: 30, named: { user_id: berta.id } });
    await page.context().close();

    const other = await openPage(berta, '/notifications');
    await other.getByText(`${anna.username} chose you: if they leave “Film club”, it is yours.`).waitFor();
    await expectAccessible(other);
    await other.getByRole('button', { name: 'I do not want it' }).click();
    await other.getByText('Declined. The owner is told.').waitFor();
    await other.context().close();

    const again = await openPage(anna, `/r/${room}`);
    await openMenu(again, 'Room settings');
    await again.getByText('When you leave, nobody can take the room yet: make a member an admin.').waitFor();
    await again.context().close();
  });

  test('[WOW4] the owner leaves for good, and the chat says whose room it is', async () => {
    await server.ok({
      call: 'RoomSuccessionService.PutRoomSuccession',
      token: anna.token,
      room,
      request: { heir_id: berta.id },
    });
    const other = await openPage(berta, `/r/${room}`);
    const page = await openPage(anna, `/r/${room}`);
    await openMenu(page, 'Leave room');
    const question = page.getByRole('alertdialog', { name: 'Leave “Film club”?' });
    await question.getByRole('switch', { name: `Leave for good: ${berta.username} gets the room` }).click();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Leave room' }).click();
    await page.waitForURL(`${server.url}/`);
    await other.getByText(`The room belongs to ${berta.username} now`).waitFor();
    const { members } = await server.ok({ call: 'RoomService.GetRoomMembers', token: berta.token, room });
    expect(members).toMatchObject([{ user_id: berta.id, role: 'creator' }]);
    expect(members).toHaveLength(1);
    await page.context().close();
    await other.context().close();
  });

  test('[WOW4] an owner who chose nobody only leaves the page', async () => {
    const page = await openPage(berta, `/r/${room}`);
    await openMenu(page, 'Leave room');
    const question = page.getByRole('alertdialog', { name: 'Leave “Film club”?' });
    await question.getByText('It stays your room').waitFor();
    expect(await question.getByRole('switch').count()).toBe(0);
    await question.getByRole('button', { name: 'Leave room' }).click();
    await page.waitForURL(`${server.url}/`);
    const { role } = await server.ok({ call: 'UserService.GetRoom', token: berta.token, room });
    expect(role).toBe('creator');
    await page.context().close();
  });
});
