import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('the drawer of moderators', () => {
  let server: TestServer;
  let browsers: TestBrowser[];
  let owner: TestUser;
  let helper: TestUser;
  let guest: TestUser;
  let page: Page;
  let theirs: Page;
  let room: string;

  beforeAll(async () => {
    server = await startTestServer({ webRoot });
    [owner, helper, guest] = [await server.signUp('owner'), await server.signUp('helper'), await server.signUp('gus')];
    room = await makeRoom(server, owner, { name: 'Film club' });
    await joinRoom(server, room, helper);
    await inRoom('RoomService.UpdateRoomSettings', { settings: { require_approval: true } });
    browsers = await Promise.all([startBrowser({ width: 390, height: 844 }), startBrowser()]);
    [page, theirs] = (await Promise.all(browsers.map(({ context }) => context.newPage()))) as [Page, Page];
    await signInBrowser(page, owner);
    await signInBrowser(theirs, helper);
  });
  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    await server?.stop();
  });

  const inRoom = (call: string, request: object, token = owner.token) =>
    server.ok({ call, token, room, request: request as never });
  const grant = (...added_permissions: string[]) =>
    inRoom('RoomService.UpdateMemberPermissions', { user_id: helper.id, added_permissions, replace_permissions: true });
  const ask = (who: TestUser) =>
    server.ok({ call: 'UserService.JoinRoom', token: who.token, request: { room_id: room, note: 'From the club' } });
  const openMenu = (on: Page) => on.getByRole('banner').getByRole('button', { name: 'More' }).click();

  test('[WMD1] who waits, what was reported and who is banned are in one place', async () => {
    await ask(guest);
    await page.goto(`${server.url}/r/${room}`);
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Moderation' }).click();
    const drawer = page.getByRole('dialog', { name: 'Moderation' });
    await drawer.getByRole('tab', { name: 'Requests 1 waiting' }).waitFor();
    await drawer.getByText('From the club').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await drawer.getByRole('tab', { name: /Requests/ }).focus();
    await page.keyboard.press('ArrowRight');
    await drawer.getByText('No reports').waitFor();
    await page.keyboard.press('ArrowRight');
    await drawer.getByText('Nobody is banned.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  });

  test('[WMD1] it shows what somebody may decide, and follows that', async () => {
    await theirs.goto(`${server.url}/r/${room}`);
    await openMenu(theirs);
    await theirs.getByRole('menuitem', { name: 'Leave' }).waitFor();
    expect(await theirs.getByRole('menuitem', { name: 'Moderation' }).count()).toBe(0);
    await theirs.keyboard.press('Escape');
    await grant('remove_members');
    const item = theirs.getByRole('menuitem', { name: 'Moderation' });
    await expect
      .poll(async () => {
        await theirs.keyboard.press('Escape');
        await openMenu(theirs);
        return item.count();
      })
      .toBe(1);
    await item.click();
    const tabs = theirs.getByRole('dialog').getByRole('tab');
    await expect.poll(() => tabs.allTextContents()).toEqual(['Bans']);
    await grant('remove_members', 'delete_chat_messages');
    await expect.poll(() => tabs.allTextContents()).toEqual(['Reports', 'Bans']);
    await grant();
    await theirs.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('[WMD2] a notification leads to the list that it is about, in the room and from elsewhere', async () => {
    await page.goto(server.url);
    await page.getByRole('button', { name: /Notifications, \d+ unread/ }).click();
    await page.getByRole('link', { name: new RegExp(`Open: ${guest.username} wants to join`) }).click();
    const drawer = page.getByRole('dialog', { name: 'Moderation' });
    await drawer.getByText('From the club').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });

    const { reviews } = await inRoom('RoomService.ListRoomJoinReviews', {});
    await inRoom('RoomService.ApproveRoomJoinReview', { request_id: reviews[0].id });
    await inRoom('RoomService.ReportContent', { member_id: helper.id, category: 'spam' }, guest.token);
    await page.getByRole('button', { name: /Notifications/ }).click();
    await page.getByRole('link', { name: 'Open: A new report in “Film club”.' }).click();
    await drawer.getByRole('article', { name: new RegExp(helper.username) }).waitFor();
  });

  test('[WMD1] says when a list cannot be read, and reads it again', async () => {
    await page.route('**/bans?*', (route) => route.abort());
    await page.goto(`${server.url}/r/${room}`);
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Moderation' }).click();
    const drawer = page.getByRole('dialog', { name: 'Moderation' });
    await drawer.getByRole('tab', { name: 'Bans' }).click();
    const again = drawer.getByRole('tabpanel', { name: 'Bans' }).getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unroute('**/bans?*');
    await again.click();
    await drawer.getByText('Nobody is banned.').waitFor();
  });
});
