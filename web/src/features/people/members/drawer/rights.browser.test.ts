import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('the rights of a member', () => {
  let server: TestServer;
  let browsers: TestBrowser[];
  let anna: TestUser;
  let bert: TestUser;
  let clara: TestUser;
  let host: Page;
  let member: Page;
  let room: string;

  beforeAll(async () => {
    server = await startTestServer({ webRoot });
    [anna, bert, clara] = [await server.signUp('anna'), await server.signUp('bert'), await server.signUp('clara')];
    room = await makeRoom(server, anna, { name: 'Film club' });
    await joinRoom(server, room, bert, clara);
    browsers = await Promise.all([startBrowser({ width: 390, height: 844 }), startBrowser()]);
    [host, member] = (await Promise.all(browsers.map(({ context }) => context.newPage()))) as [Page, Page];
    await signInBrowser(host, anna);
    await signInBrowser(member, bert);
    for (const page of [host, member]) await page.goto(`${server.url}/r/${room}`);
    await host.getByRole('tab', { name: 'People' }).click();
  });
  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    await server?.stop();
  });

  async function choose(page: Page, who: TestUser, what: string): Promise<void> {
    await page.getByRole('button', { name: `What to do with ${who.username}` }).click();
    await page.getByRole('menuitem', { name: what }).click();
  }

  test('[WM8] [WM10] one is taken, at once and with the reason, and left to the role again', async () => {
    await choose(host, bert, 'Name and rights…');
    const drawer = host.getByRole('dialog', { name: bert.username });
    const may = drawer.getByRole('region', { name: 'May', exact: true });
    const mayNot = drawer.getByRole('region', { name: 'May not' });
    await may.getByRole('combobox', { name: 'Send messages' }).selectOption('May not');
    await expectAccessible(host);
    const composer = member.getByRole('textbox', { name: 'Write a message' });
    await composer.waitFor();
    await drawer.getByRole('button', { name: 'Save rights' }).click();
    await mayNot.getByText('taken from this person').waitFor();
    await composer.waitFor({ state: 'detached' });
    await mayNot.getByRole('combobox', { name: 'Send messages' }).selectOption('By the role');
    await mayNot.getByRole('combobox', { name: 'Delete media' }).selectOption('May');
    await drawer.getByRole('button', { name: 'Save rights' }).click();
    await may.getByText('given to this person').waitFor();
    await composer.waitFor();
    await host.keyboard.press('Escape');
  });

  test('[WM10] a member sees of others why they may, and changes nothing', async () => {
    await member.getByRole('tab', { name: 'People' }).click();
    await choose(member, clara, 'Name and rights…');
    const drawer = member.getByRole('dialog', { name: clara.username });
    await drawer.getByRole('region', { name: 'May', exact: true }).getByText('Send messages').waitFor();
    expect(await drawer.getByRole('combobox').count()).toBe(0);
    await member.keyboard.press('Escape');
  });

  test('[WM10] what somebody does not hold they cannot give', async () => {
    const add = { user_id: bert.id, added_permissions: ['manage_member_permissions'], replace_permissions: true };
    await server.ok({
      call: 'RoomService.UpdateMemberPermissions',
      token: anna.token,
      room,
      request: { ...add, role: 'admin' } as never,
    });
    const removed = { admin_permissions: { removed: ['clear_media'] } };
    await server.ok({
      call: 'RoomService.UpdateRoomSettings',
      token: anna.token,
      room,
      request: { settings: removed } as never,
    });
    await choose(member, clara, 'Name and rights…');
    const drawer = member.getByRole('dialog', { name: clara.username });
    const offered = (name: string) => drawer.getByRole('combobox', { name }).locator('option').allTextContents();
    await expect.poll(() => offered('Clear the playlist')).toEqual(['By the role', 'May not']);
    expect(await offered('Reorder media')).toEqual(['By the role', 'May', 'May not']);
    await member.keyboard.press('Escape');
  });

  test('[WM11] a ban that somebody writes stays when the person leaves the page', async () => {
    await member.getByRole('tab', { name: 'People' }).waitFor();
    await choose(host, bert, 'Ban…');
    const dialog = host.getByRole('dialog', { name: `Ban ${bert.username}` });
    const reason = dialog.getByRole('textbox');
    await reason.fill('Told the end');
    await member.goto('about:blank');
    await host.getByText('Not here: 2').waitFor({ state: 'attached' });
    expect(await reason.inputValue()).toBe('Told the end');
  });

  test('[WM12] where there are many, somebody is found by a part of the name', async () => {
    await host.keyboard.press('Escape');
    const search = host.getByRole('searchbox', { name: 'Find somebody' });
    expect(await search.count()).toBe(0);
    for (let n = 0; n < 13; n++) await joinRoom(server, room, await server.signUp('zoe'));
    await search.fill('LARA');
    await host.getByText('1 person matches').waitFor();
    await choose(host, clara, 'Name and rights…');
    await host.getByRole('dialog', { name: clara.username }).getByRole('button', { name: 'Save rights' }).waitFor();
    await host.keyboard.press('Escape');
    await search.fill('nobody at all');
    await host.getByText('Nobody here is called “nobody at all”.').waitFor();
    await expectAccessible(host);
    if (process.env.MATINEE_SHOTS) await host.screenshot({ path: `${process.env.MATINEE_SHOTS}/people-search.png` });
    await search.fill('');
    await host.getByText('Here now: 1').waitFor();
  });
});
