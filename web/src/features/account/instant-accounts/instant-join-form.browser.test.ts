import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const shot = (page: Page, name: string) =>
  process.env.MATINEE_SHOTS
    ? page.screenshot({ path: `${process.env.MATINEE_SHOTS}/${name}.png` })
    : Promise.resolve(undefined);

describe.skipIf(!hasChromium)('coming in by a name', () => {
  let server: TestServer;
  let browsers: TestBrowser[];
  let host: TestUser;
  let page: Page;
  let phone: Page;

  beforeAll(async () => {
    server = await startTestServer({ webRoot, settings: { 'user.enableInstantSignup': true } });
    host = await server.signUp('host');
    browsers = await Promise.all([startBrowser(), startBrowser({ width: 390, height: 844 })]);
    [page, phone] = (await Promise.all(browsers.map(({ context }) => context.newPage()))) as [Page, Page];
  });

  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    await server?.stop();
  });

  test('[WI1] [WI2] the link of a friend and a name lead into the room, on a phone too', async () => {
    const room = await makeRoom(server, host, { name: 'Friday film' });
    for (const [who, name, username] of [
      [page, 'Anna Maria', 'Anna_Maria'],
      [phone, 'Anna Maria', 'Anna_Maria2'],
    ] as const) {
      await who.goto(`${server.url}/r/${room}`);
      await who.getByRole('textbox', { name: 'Your name' }).fill('x'.repeat(33));
      await who.getByRole('button', { name: 'Join and watch' }).click();
      await who.getByText('1 to 32 characters.').waitFor();
      await expectAccessible(who);
      await shot(who, `entrance-${username}`);
      await who.getByRole('textbox', { name: 'Your name' }).fill(name);
      await who.keyboard.press('Enter');
      await who.getByRole('button', { name: 'Invite' }).first().waitFor();
      const { members } = await server.ok({ call: 'RoomService.GetRoomMembers', token: host.token, room });
      expect(members).toContainEqual(expect.objectContaining({ username, display_name: name }));
    }
    await page.reload();
    await page.getByRole('button', { name: 'Invite' }).first().waitFor();
  });

  test.each(['李', 'Anna B', "O'Neil", 'สมชาย ใจดี'])('[WI2] [WDN1] %s comes in as just that', async (name) => {
    const { context, close } = await startBrowser();
    try {
      const other = await context.newPage();
      const room = await makeRoom(server, host, { name: 'Names' });
      await other.goto(`${server.url}/r/${room}`);
      await other.getByRole('textbox', { name: 'Your name' }).fill(name);
      await other.keyboard.press('Enter');
      await other.getByRole('button', { name: 'Invite' }).first().waitFor();
      const { members } = await server.ok({ call: 'RoomService.GetRoomMembers', token: host.token, room });
      expect(members).toContainEqual(expect.objectContaining({ display_name: name }));
    } finally {
      await close();
    }
  });

  test('[WI1] a room with a password asks for it beside the name', async () => {
    const { context, close } = await startBrowser();
    try {
      const other = await context.newPage();
      const room = await makeRoom(server, host, { name: 'Locked', password: 'open sesame' });
      await other.goto(`${server.url}/r/${room}`);
      await other.getByRole('textbox', { name: 'Your name' }).fill('Berta');
      await other.getByLabel('Password of the room').fill('wrong one');
      await other.keyboard.press('Enter');
      await other.getByRole('alert').waitFor();
      await shot(other, 'entrance-password');
      await other.getByLabel('Password of the room').fill('open sesame');
      await other.keyboard.press('Enter');
      await other.getByRole('button', { name: 'Invite' }).first().waitFor();
    } finally {
      await close();
    }
  });

  test('[WI5] [WI4] signing out asks first, and a password keeps the account', async () => {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Account and appearance' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('alertdialog', { name: 'Sign out for good?' }).waitFor();
    await shot(page, 'instant-sign-out');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Account and appearance' }).click();
    await page.getByRole('menuitem', { name: 'Keep this account' }).click();
    const keep = page.getByRole('region', { name: 'Keep this account' });
    await keep.getByLabel('New password').fill('Correct-horse-8');
    await expectAccessible(page);
    await shot(page, 'instant-keep');
    await keep.getByRole('button', { name: 'Keep this account' }).click();
    await page.getByText('Your account is yours for good.').waitFor();
    await keep.waitFor({ state: 'detached' });
    const request = { username: 'Anna_Maria', password: 'Correct-horse-8' };
    expect((await server.rest({ call: 'AuthService.LoginWithDirectPassword', request })).status).toBe(200);
  });

  test('[WI3] somebody who has to wait comes in when an administrator approves', async () => {
    const root = await server.signIn();
    const change = (value: boolean) =>
      server.ok({
        call: 'AdminService.UpdateSettings',
        token: root.token,
        request: { settings: { user: { instantSignupNeedReview: value } }, updateMask: 'user.instantSignupNeedReview' },
      });
    await change(true);
    const { context, close } = await startBrowser();
    try {
      const other = await context.newPage();
      const room = await makeRoom(server, host, { name: 'Reviewed' });
      await other.goto(`${server.url}/r/${room}`);
      await other.getByRole('textbox', { name: 'Your name' }).fill('Carla');
      await other.keyboard.press('Enter');
      await other.getByText('Carla, an administrator of this server has to let you in first.').waitFor();
      await shot(other, 'entrance-waiting');
      await other.reload();
      await other.getByText('Carla, an administrator of this server has to let you in first.').waitFor();
      const { reviews } = await server.ok({
        call: 'AdminService.ListUserRegistrationReviews',
        token: root.token,
        request: {},
      });
      const ids = reviews.map((review: { id: string }) => review.id);
      await server.ok({
        call: 'AdminService.ApproveUserRegistrationReview',
        token: root.token,
        request: { review_ids: ids },
      });
      await other.reload();
      await other.getByRole('button', { name: 'Join and watch' }).click();
      await other.getByRole('button', { name: 'Invite' }).first().waitFor();
    } finally {
      await close();
      await change(false);
    }
  });
});
