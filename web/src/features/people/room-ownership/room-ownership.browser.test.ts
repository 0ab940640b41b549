import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('handing over a room', () => {
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WOW1] the creator gives the room to a member, and stays as an admin', async () => {
    const [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
    const room = await makeRoom(server, anna, { name: 'Film club' });
    await joinRoom(server, room, berta);
    const page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Room settings' }).click();
    await page.getByRole('button', { name: 'Hand over the room' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hand over the room' });
    expect(await dialog.getByRole('searchbox').count()).toBe(0);
    await dialog.getByRole('group', { name: 'New owner' }).getByText(berta.username).click();
    await expectAccessible(page);
    if (process.env.TEST_PICTURES) await page.screenshot({ path: `${process.env.TEST_PICTURES}/hand-over.png` });
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await page.getByText(`The room belongs to ${berta.username} now.`).waitFor();
    const { role } = await server.ok({ call: 'UserService.GetRoom', token: berta.token, room });
    expect(role).toBe('creator');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Room settings' }).click();
    await page.getByRole('dialog', { name: 'Room settings' }).waitFor();
    expect(await page.getByRole('button', { name: 'Hand over the room' }).count()).toBe(0);
  });

  test('[WOW2] among many members the new owner is found by a part of the name', async () => {
    const carla = await server.signUp('carla');
    const room = await makeRoom(server, carla, { name: 'Large club' });
    const people = [];
    for (let n = 0; n < 14; n++) people.push(await server.signUp(n === 0 ? 'quentin' : 'zoe'));
    for (const person of people) await joinRoom(server, room, person);
    const [quentin, zoe] = people.map(({ username }) => username);
    const context = await browser.context.browser()!.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    await signInBrowser(page, carla);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Room settings' }).click();
    await page.getByRole('button', { name: 'Hand over the room' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hand over the room' });
    const rows = dialog.getByRole('radio');
    await expect.poll(() => rows.count()).toBe(14);
    await dialog.getByText(zoe!, { exact: true }).click();
    await dialog.getByRole('searchbox', { name: 'Find somebody' }).fill('UENT');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await dialog.getByRole('radio', { name: zoe!, exact: true }).isChecked()).toBe(true);
    // Enter searches, and hands nothing over.
    await page.keyboard.press('Enter');
    await dialog.getByText(quentin!, { exact: true }).click();
    await dialog.getByText(zoe!, { exact: true }).waitFor({ state: 'detached' });
    await expectAccessible(page);
    if (process.env.MATINEE_SHOTS) await page.screenshot({ path: `${process.env.MATINEE_SHOTS}/hand-over.png` });
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await page.getByText(`The room belongs to ${quentin} now.`).waitFor();
    await context.close();
  });
});
