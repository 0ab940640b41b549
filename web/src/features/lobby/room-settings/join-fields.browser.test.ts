import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('the way into a room', () => {
  let server: TestServer;
  let browsers: TestBrowser[];
  let anna: TestUser;
  let bert: TestUser;
  let room: string;
  let host: Page;
  let friend: Page;

  beforeAll(async () => {
    server = await startTestServer({ webRoot });
    [anna, bert] = [await server.signUp('anna'), await server.signUp('bert')];
    room = await makeRoom(server, anna, { name: 'Film club', settings: { allow_guests: true } });
    browsers = await Promise.all([startBrowser(), startBrowser({ width: 390, height: 844 })]);
    [host, friend] = (await Promise.all(browsers.map(({ context }) => context.newPage()))) as [Page, Page];
    await signInBrowser(host, anna);
  });
  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    await server?.stop();
  });

  async function openSettings() {
    await host.getByRole('button', { name: 'More' }).click();
    await host.getByRole('menuitem', { name: 'Room settings' }).click();
    return host.getByRole('dialog', { name: 'Room settings' });
  }
  async function save() {
    await host.getByRole('button', { name: 'Save changes' }).click();
    await host.getByText('Settings saved.').last().waitFor();
    await host.getByRole('dialog').waitFor({ state: 'detached' });
  }
  const card = async () =>
    (await server.ok({ call: 'UserService.GetRoomDiscovery', request: { room_id: room } })).room.room;

  test('[WR5] the host sets a password and takes the room out of the lists; guests hear that they have to leave', async () => {
    await friend.goto(`${server.url}/r/${room}`);
    await friend.getByRole('button', { name: 'Look around as a guest' }).click();
    await friend.getByText('Guest: guest-').waitFor();
    await host.goto(`${server.url}/r/${room}`);
    const dialog = await openSettings();
    await dialog.getByText('Only with the link').click();
    await dialog.getByRole('button', { name: 'Set a password' }).click();
    await dialog.getByLabel('New password').fill('pop corn');
    await expectAccessible(host);
    await save();
    await host.getByRole('img', { name: /password/i }).waitFor();
    expect(await card()).toMatchObject({ visibility: 'hidden', has_password: true });
    await friend.getByText('Guests can no longer look in').waitFor();
  });

  test('[WR5] who comes now needs the password', async () => {
    await signInBrowser(friend, bert);
    await friend.goto(`${server.url}/r/${room}`);
    await friend.getByRole('textbox', { name: 'Password' }).fill('pop corn');
    await friend.getByRole('button', { name: 'Join' }).click();
    await friend.getByRole('region', { name: 'Film' }).waitFor();
    await friend.getByRole('button', { name: 'More' }).click();
    await friend.getByRole('menuitem', { name: 'Leave' }).waitFor();
    expect(await friend.getByRole('menuitem', { name: 'Room settings' }).count()).toBe(0);
  });

  test('[WR5] the host removes it again, and may think twice', async () => {
    const dialog = await openSettings();
    await dialog.getByRole('button', { name: 'Remove password' }).click();
    await dialog.getByText('The password goes when you save.').waitFor();
    await dialog.getByRole('button', { name: 'Leave as it is' }).click();
    await dialog.getByRole('button', { name: 'Remove password' }).click();
    await dialog.getByText('It is listed under public rooms.').click();
    await save();
    await expect.poll(card).toMatchObject({ visibility: 'public', has_password: false });
  });
});
