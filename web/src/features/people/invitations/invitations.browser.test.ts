import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('letting people in', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let host: TestUser;
  let friend: TestUser;
  let room: string;

  beforeAll(async () => {
    const settings = { 'user.enableInstantSignup': true, 'server.maxRoomsPerUser': 100 };
    [server, browser] = await Promise.all([startTestServer({ webRoot, settings }), startBrowser()]);
    [host, friend] = [await server.signUp('anna'), await server.signUp('ben')];
    page = await browser.context.newPage();
    await signInBrowser(page, host);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  beforeEach(async () => {
    room = await makeRoom(server, host, {
      name: 'Cellar',
      password: 'pass word',
      settings: { require_approval: true },
    });
  });

  async function shoot(name: string): Promise<void> {
    if (!process.env.MATINEE_SHOTS) return;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${process.env.MATINEE_SHOTS}/${name}-${colorScheme}.png` });
    }
  }
  const openPeople = async () => {
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: /People/ }).click();
  };
  const ask = (who: TestUser, note: string) =>
    server.ok({
      call: 'UserService.JoinRoom',
      token: who.token,
      request: { room_id: room, password: 'pass word', note },
    });

  test('[WJ1] a request is there at once, and is answered in the drawer', async () => {
    await openPeople();
    await ask(friend, 'It is Ben, from the club');
    await page.getByText(`${friend.username} wants to come in.`).waitFor();
    await page.getByRole('button', { name: '1 person wants to come in' }).click();
    await page.getByText('It is Ben, from the club').waitFor();
    await expectAccessible(page);
    await shoot('queue');
    await page.getByRole('button', { name: 'Let in' }).click();
    await page.getByText('Nobody is waiting.').waitFor();
    const { members } = await server.ok({ call: 'RoomService.GetRoomMembers', token: host.token, room });
    expect(members.map((one: { user_id: string }) => one.user_id)).toContain(friend.id);
  });

  test('[WJ2] the queue comes with the permission and goes with it, while the room is open', async () => {
    const open = await makeRoom(server, host, { name: 'Cellar' });
    const helper = await server.signUp('helper');
    await joinRoom(server, open, helper);
    const inRoom = (call: string, request: object) =>
      server.ok({ call, token: host.token, room: open, request: request as never });
    await inRoom('RoomService.UpdateRoomSettings', { settings: { require_approval: true } });
    await server.ok({ call: 'UserService.JoinRoom', token: friend.token, request: { room_id: open, note: 'Ben' } });
    const context = await browser.context.browser()!.newContext();
    const theirs = await context.newPage();
    await signInBrowser(theirs, helper);
    await theirs.goto(`${server.url}/r/${open}`);
    await theirs.getByRole('tab', { name: /People/ }).click();
    await theirs.getByRole('button', { name: 'Invite' }).first().waitFor();
    const queue = theirs.getByRole('button', { name: '1 person wants to come in' });
    expect(await queue.count()).toBe(0);
    const give = (added: string[]) =>
      inRoom('RoomService.UpdateMemberPermissions', {
        user_id: helper.id,
        replace_permissions: true,
        added_permissions: added,
      });
    for (let round = 0; round < 2; round++) {
      await give(['review_join_requests']);
      await queue.click();
      await theirs.getByRole('dialog').getByText('Ben', { exact: true }).waitFor();
      await give([]);
      await theirs.getByRole('dialog').waitFor({ state: 'detached' });
      await queue.waitFor({ state: 'detached' });
    }
    await context.close();
  });

  test('[WN1] [WN2] a link is made, and lets somebody in by a name alone', async () => {
    await openPeople();
    await page.getByRole('button', { name: 'Invite' }).first().click();
    await page.getByRole('button', { name: 'Make a link' }).click();
    const link = await page.getByLabel('New link').inputValue();
    expect(link).toContain(`/r/${room}#invitation=`);
    await page.getByText('0 of 5 used').waitFor();
    await expectAccessible(page);
    await shoot('links');
    // The browser is not signed in under the server's other name.
    const outside = await browser.context.newPage();
    await outside.goto(link.replace('127.0.0.1', 'localhost'));
    await outside.getByText(`${host.username} has invited you`).waitFor();
    expect(outside.url()).not.toContain('invitation');
    await outside.getByLabel(/name/i).first().fill('Clara');
    await outside.locator('form button[type=submit]').click();
    await outside.getByRole('tab', { name: 'Chat' }).waitFor();
    await outside.close();
    await page.getByRole('button', { name: /Revoke the link/ }).click();
    await page.getByText('0 of 5 used').or(page.getByText('1 of 5 used')).waitFor({ state: 'detached' });
  });

  test('[WN3] a link says who came in by it, also after its end', async () => {
    const link = async (max_uses: number) =>
      server.ok({ call: 'RoomService.CreateRoomInvitation', token: host.token, room, request: { max_uses } });
    const { token } = await link(21);
    await link(1000);
    const users = await Promise.all(Array.from({ length: 21 }, (_, n) => server.signUp(`guest${n}`)));
    for (const user of users) {
      const request = { room_id: room, invitation: token };
      await server.ok({ call: 'UserService.JoinRoom', token: user.token, request });
    }
    await openPeople();
    await page.getByRole('button', { name: 'Invite' }).first().click();
    await page.getByText('0 of 1000 used').waitFor();
    expect(await page.getByText('21 of 21 used').count()).toBe(0);
    await page.getByRole('button', { name: /Who came in/ }).click();
    await page.getByText('Nobody came in by this link yet.').waitFor();
    await page.getByRole('switch', { name: 'Show ended links too' }).click();
    await page.getByText('Used up').waitFor();
    await page.getByRole('listitem').filter({ hasText: '21 of 21 used' }).getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(users[20]!.username, { exact: true }).waitFor();
    expect(await dialog.getByText(users[0]!.username, { exact: true }).count()).toBe(0);
    await expectAccessible(page);
    await shoot('uses');
    await page.setViewportSize({ width: 390, height: 844 });
    const sheet = dialog.locator('> div').last();
    expect(await sheet.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('button', { name: 'Next page' }).click();
    await dialog.getByText(users[0]!.username, { exact: true }).waitFor();
  });

  test('[WM9] somebody is added by name, and what hinders it is said', async () => {
    await openPeople();
    await page.getByRole('button', { name: 'Invite' }).first().click();
    const form = page.getByRole('form', { name: 'Add somebody by name' });
    const add = async (name: string) => {
      await form.getByLabel('Username').fill(name);
      await form.getByRole('button', { name: 'Add' }).click();
    };
    await add('nobody_at_all');
    await form.getByText(/Nobody has this name here/).waitFor();
    const [shy, banned] = [await server.signUp('shy'), await server.signUp('banned')];
    await server.ok({ call: 'UserService.BlockUser', token: shy.token, request: { user_id: host.id } });
    await add(shy.username);
    await form.getByText(/does not want to be added/).waitFor();
    await server.ok({
      call: 'RoomService.BanFromRoom',
      token: host.token,
      room,
      request: { user_id: banned.id, reason: '' },
    });
    await add(banned.username);
    await form.getByText(/Lift the ban first/).waitFor();
    await expectAccessible(page);
    await shoot('add-refused');
    await form.getByLabel('As').selectOption('admin');
    await add(friend.username.toUpperCase());
    await page.getByText(`${friend.username} is a member now.`).waitFor();
    expect(await form.getByLabel('Username').inputValue()).toBe('');
    const { members } = await server.ok({ call: 'RoomService.GetRoomMembers', token: host.token, room });
    expect(members).toContainEqual(expect.objectContaining({ user_id: friend.id, role: 'admin' }));
    await add(friend.username);
    await form.getByText('This person is a member already.').waitFor();
    await server.ok({
      call: 'RoomService.UpdateRoomSettings',
      token: host.token,
      room,
      request: { settings: { max_members: 2 } },
    });
    await add((await server.signUp('late')).username);
    await form.getByText('The room is full.').waitFor();
  });

  test('[WN2] a link that has ended says so', async () => {
    const outside = await browser.context.newPage();
    await outside.goto(`${server.url.replace('127.0.0.1', 'localhost')}/r/${room}#invitation=${'x'.repeat(43)}`);
    await outside.getByText('The invitation in this link no longer works.').waitFor();
    await outside.close();
  });

  test('[WBN1] [WM8] a member gets a name, is explained, is banned, and the ban is lifted', async () => {
    room = await makeRoom(server, host, { name: 'Cellar' });
    await joinRoom(server, room, friend);
    await openPeople();
    const actions = (name: string) => page.getByRole('button', { name: `What to do with ${name}` });
    await actions(friend.username).click();
    await page.getByRole('menuitem', { name: 'Name and rights…' }).click();
    await page.getByText('by the role').first().waitFor();
    await page.getByLabel('Name in this room').fill('Captain');
    await page.getByLabel('Tag beside the name').fill('Snacks');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await expectAccessible(page);
    await shoot('member');
    await page.keyboard.press('Escape');
    await page.getByText('Snacks').waitFor();
    await actions('Captain').click();
    await page.getByRole('menuitem', { name: 'Ban…' }).click();
    await page.getByLabel(/Reason/).fill('Told the end');
    await expectAccessible(page);
    await shoot('ban');
    await page.getByRole('button', { name: 'Ban', exact: true }).click();
    await page.getByText('Captain is banned.').waitFor();
    const { bans } = await server.ok({ call: 'RoomService.ListRoomBans', token: host.token, room });
    expect(bans).toMatchObject([{ user_id: friend.id, reason: 'Told the end' }]);
    await page.getByRole('banner').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Moderation' }).click();
    await page.getByRole('tab', { name: 'Bans' }).click();
    await page.getByText('Told the end').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Lift' }).click();
    await page.getByText('Nobody is banned.').waitFor();
    expect((await server.ok({ call: 'RoomService.ListRoomBans', token: host.token, room })).total).toBe(0);
  });
});
