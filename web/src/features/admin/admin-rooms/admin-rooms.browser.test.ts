import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('whose room it is', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let root: TestUser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
    root = await server.signIn();
    page = await browser.context.newPage();
    await signInBrowser(page, root);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const ban = (user: TestUser) =>
    server.ok({ call: 'AdminService.BanUser', token: root.token, request: { user_id: user.id } });
  const roleIn = async (room: string, user: TestUser) =>
    (await server.rest({ call: 'UserService.GetRoom', token: user.token, room })).json.role;

  test('[WAR1] a room whose owner is banned is found, and opens again with a new one', async () => {
    const [anna, berta, carl] = [
      await server.signUp('anna'),
      await server.signUp('berta'),
      await server.signUp('carl'),
    ];
    const room = await makeRoom(server, anna, { name: 'Film club' });
    await makeRoom(server, berta, { name: 'Another room' });
    await joinRoom(server, room, berta);
    await joinRoom(server, room, carl);
    await ban(anna);
    await ban(carl);
    await page.goto(`${server.url}/admin/rooms`);
    await page.getByRole('link', { name: 'Another room' }).waitFor();
    await page.getByRole('switch', { name: 'Only with an inactive owner' }).click();
    await page.getByRole('link', { name: 'Another room' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Film club' }).click();
    await page.getByText(/Nobody can come in while the account of anna/).waitFor();
    await page.getByRole('button', { name: 'Hand over' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hand over Film club?' });
    await dialog.getByText(/opens again as soon as it has a new owner/).waitFor();
    await dialog.getByLabel('New owner').selectOption({ label: carl.username });
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await dialog.getByText('This account is banned or deleted itself.').waitFor();
    await dialog.getByLabel('New owner').selectOption({ label: berta.username });
    await expectAccessible(page);
    if (process.env.TEST_PICTURES) await page.screenshot({ path: `${process.env.TEST_PICTURES}/rescue.png` });
    expect(await roleIn(room, berta)).toBeUndefined();
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await page.getByText(`Film club belongs to ${berta.username} now.`).waitFor();
    expect(await roleIn(room, berta)).toBe('creator');
    await page.getByText(/Nobody can come in/).waitFor({ state: 'detached' });
    await page.goto(`${server.url}/admin/audit`);
    await page.getByText('Room handed over').first().waitFor();
  });

  test('[EP7] the drawer of a room has room for long names on a phone', async () => {
    const [owner, guest] = [await server.signUp('o'), await server.signUp('somebody_whose_name_is_rather_long_really')];
    const room = await makeRoom(server, owner, { name: 'Unbroken'.repeat(12) });
    await joinRoom(server, room, guest);
    await page.setViewportSize({ width: 390, height: 844 });
    const sideways = `[...document.querySelectorAll('[role=dialog] *')].filter((one) =>
      getComputedStyle(one).overflowY === 'auto' && one.scrollWidth > one.clientWidth).length`;
    for (const path of [`rooms/${room}`, `users/${guest.id}`]) {
      await page.goto(`${server.url}/admin/${path}`);
      const name = path.startsWith('rooms') ? guest.username : /^(Unbroken)+$/;
      await page.getByRole('dialog').getByRole('link', { name }).waitFor();
      expect({ path, sideways: await page.evaluate(sideways) }).toEqual({ path, sideways: 0 });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('[WAR1] somebody who is no member yet gets a room, and its owner stays as an admin', async () => {
    const [dora, emil] = [await server.signUp('dora'), await server.signUp('emil')];
    const room = await makeRoom(server, dora, { name: 'Reading room' });
    await page.goto(`${server.url}/admin/rooms/${room}`);
    await page.getByRole('button', { name: 'Hand over' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hand over Reading room?' });
    await dialog.getByText(`${dora.username} stays as a room admin.`, { exact: false }).waitFor();
    await dialog.getByLabel('Username or id').fill('nobody_at_all');
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await dialog.getByText('There is no such account.').waitFor();
    await dialog.getByLabel('Username or id').fill(emil.username);
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await page.getByText(`Reading room belongs to ${emil.username} now.`).waitFor();
    expect([await roleIn(room, emil), await roleIn(room, dora)]).toEqual(['creator', 'admin']);
  });
});
