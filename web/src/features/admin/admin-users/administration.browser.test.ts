/** A root administers users and rooms in a real browser. Needs `npm run build` and Chromium. */
import { join } from 'node:path';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Folder for screenshots; absent: none are taken. */
const pictures = process.env.TEST_PICTURES;

async function takePicture(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

describe.skipIf(!hasChromium)('the administration', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let token: string | undefined;

  const call = (name: string, request: object) => server.ok({ call: name, token, request: request as never });
  const login = (username: string) =>
    server.rest({ call: 'AuthService.LoginWithDirectPassword', request: { username, password: testPassword } });
  const row = (name: string) => page.getByRole('row', { name });
  const drawer = () => page.getByRole('dialog').first();
  const open = async (what: string) => {
    await page.goto(`${server.url}/admin/${what}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  beforeAll(async () => {
    [browser, server] = await Promise.all([startBrowser({ width: 1440, height: 900 }), startTestServer({ webRoot })]);
    const root = await server.signIn();
    token = root.token;
    for (let n = 1; n <= 23; n++)
      await call('AdminService.CreateUser', {
        username: `person_${String(n).padStart(2, '0')}`,
        password: testPassword,
      });
    const { users } = await call('AdminService.ListUsers', { search: 'person_0', sort: 'username' });
    for (const [n, { user }] of users.entries())
      await call('AdminService.CreateRoom', { user_id: user.id, room: { name: `Room number ${n + 1}` } });
    page = await browser.context.newPage();
    await signInBrowser(page, root);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('people are found, filtered and paged', async () => {
    await open('users');
    await row('person_23').waitFor();
    await takePicture(page, 'users');
    expect(await page.getByText('1–20 of 24').count()).toBe(1);
    await page.getByRole('button', { name: 'Next page' }).click();
    await row('person_01').waitFor();
    await page.getByLabel('Name, email or id').fill('PERSON_07');
    await row('person_07').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByLabel('Name, email or id').fill('nobody at all');
    await page.getByText('Nobody matches').waitFor();
    await takePicture(page, 'users-empty');
    await page.getByLabel('Name, email or id').fill('');
    await page.getByLabel('Role').selectOption('root');
    await row('root').waitFor();
  });

  test('somebody is banned with a reason, reads it at the next sign-in, and comes back', async () => {
    await open('users');
    await page.getByLabel('Name, email or id').fill('person_05');
    await page.getByRole('link', { name: 'person_05' }).click();
    await drawer().getByRole('button', { name: 'Ban' }).click();
    await page.getByLabel('Reason').fill('Spoilers in the chat');
    await page.getByLabel('For how long').selectOption('week');
    await takePicture(page, 'users-ban');
    await page
      .getByRole('dialog', { name: 'Ban person_05?' })
      .getByRole('button', { name: 'Ban', exact: true })
      .click();
    await page.getByText('person_05 is banned.').waitFor();
    await drawer().getByText('1 ban').waitFor();
    await takePicture(page, 'users-drawer-banned');
    await expectAccessible(page);
    const visitor = await startBrowser();
    const other = await visitor.context.newPage();
    await other.goto(`${server.url}/signin`);
    await other.getByLabel('Username').fill('person_05');
    await other.getByLabel('Password', { exact: true }).fill(testPassword);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByText('Reason: Spoilers in the chat').waitFor();
    await takePicture(other, 'sign-in-banned');
    await visitor.close();
    await drawer().getByRole('button', { name: 'Lift ban' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Lift ban' }).click();
    await drawer().getByText('Lifted by root').waitFor();
    expect((await login('person_05')).status).toBe(200);
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/admin\/users$/);
  });

  test('an account is made, renamed, given a role and a password, deleted and restored', async () => {
    await open('users');
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByLabel('Username').fill('newcomer');
    await page.getByLabel('Password', { exact: true }).fill('weak-password');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Create account' }).click();
    await drawer().getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Username').fill('regular');
    await page.getByRole('dialog', { name: 'Rename' }).getByRole('button', { name: 'Rename' }).click();
    await drawer().getByRole('heading', { name: 'regular' }).waitFor();
    await drawer().getByRole('button', { name: 'Change role' }).click();
    await page.getByText('Looks after users, rooms and settings.').click();
    await takePicture(page, 'users-role');
    await page.getByRole('dialog', { name: 'Role of regular' }).getByRole('button', { name: 'Change role' }).click();
    await drawer().getByRole('definition').filter({ hasText: 'Administrator' }).waitFor();
    const download = page.waitForEvent('download');
    await drawer().getByRole('button', { name: 'Download their data' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.zip$/);
    await drawer().getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click();
    await drawer().getByText('Can be restored until').waitFor();
    await call('AdminService.CreateUser', { username: 'regular', password: testPassword });
    await drawer().getByRole('button', { name: 'Restore' }).click();
    const restore = page.getByRole('dialog', { name: 'Restore regular?' });
    await restore.getByRole('button', { name: 'Restore' }).click();
    await restore.getByLabel('Username').fill('regular_2');
    await restore.getByRole('button', { name: 'Restore' }).click();
    await drawer().getByRole('heading', { name: 'regular_2' }).waitFor();
  });

  test('many are banned at once, and what was refused is told', async () => {
    await open('users');
    await page.getByLabel('Name, email or id').fill('person_1');
    await row('person_10').waitFor();
    await page.getByLabel('Choose person_10').check();
    await page.getByLabel('Choose person_11').check();
    await page.getByRole('button', { name: 'Ban', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('A wave');
    await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click();
    await page.getByText('Done for 2.').waitFor();
    await row('person_10').getByText('Banned').waitFor();
    await takePicture(page, 'users-batch');
    await expectAccessible(page);
  });

  test('[WU5] two-factor sign-in is switched off for somebody who lost a factor', async () => {
    const { users } = await call('AdminService.ListUsers', { search: 'person_03' });
    const id = users[0].user.id;
    await server.sql('insert into two_factor_accounts values ($1, now())', [id]);
    await page.goto(`${server.url}/admin/users/${id}`);
    await drawer().getByRole('heading', { name: 'Two-factor sign-in is on' }).waitFor();
    await drawer().getByRole('button', { name: 'Switch two-factor off' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch two-factor off' }).click();
    await page.getByText('person_03 signs in with one factor again.').waitFor();
    await drawer().getByRole('heading', { name: 'Two-factor sign-in is off' }).waitFor();
    await expectAccessible(page);
  });

  test('a room is found, changed, banned and shown to say why', async () => {
    await open('rooms');
    await row('Room number 3').waitFor();
    await takePicture(page, 'rooms');
    await expectAccessible(page);
    await page.getByLabel('Name, creator or id').fill('person_03');
    await page.getByRole('link', { name: 'Room number 3' }).click();
    await drawer().getByRole('button', { name: 'Add' }).click();
    await page.getByLabel('Username or id').fill('PERSON_20');
    await page.getByRole('dialog', { name: 'Add' }).getByRole('button', { name: 'Add' }).click();
    await drawer().getByText('2 members').waitFor();
    await drawer().getByRole('button', { name: 'Change person_20' }).click();
    await page.getByRole('menuitem', { name: 'Make room admin' }).click();
    await drawer().getByText('room admin').waitFor();
    await drawer().getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog', { name: 'Room settings' }).waitFor();
    await takePicture(page, 'rooms-settings');
    const settings = page.getByRole('dialog', { name: 'Room settings' });
    await settings.getByRole('textbox', { name: 'Name' }).fill('Renamed room');
    await settings.getByRole('button', { name: 'Save' }).click();
    await drawer().getByRole('heading', { name: 'Renamed room' }).waitFor();
    await drawer().getByRole('button', { name: 'Ban' }).click();
    await page.getByLabel('Reason').fill('Films without a licence');
    await page
      .getByRole('dialog', { name: 'Ban Renamed room?' })
      .getByRole('button', { name: 'Ban', exact: true })
      .click();
    await page.getByText('Renamed room is banned.').waitFor();
    await takePicture(page, 'rooms-drawer-banned');
    await expectAccessible(page);
    const { rooms } = await call('AdminService.ListRooms', { search: 'Renamed room' });
    await page.goto(`${server.url}/r/${rooms[0].room.id}`);
    await page.getByText('Films without a licence').waitFor();
    await takePicture(page, 'room-banned');
  });

  test('[WU6] the state is shown and refreshes by itself', async () => {
    await open('state');
    await page.getByText('Accounts').waitFor();
    await page.getByText('Clock deviation').filter({ visible: true }).waitFor();
    const figure = page.locator('dt', { hasText: 'Accounts' }).locator('..').locator('dd').first();
    const before = Number(await figure.textContent());
    await takePicture(page, 'state');
    await expectAccessible(page);
    await call('AdminService.CreateUser', { username: 'one_more', password: testPassword });
    await expect.poll(async () => Number(await figure.textContent())).toBe(before + 1);
  });

  test('the audit log says what was done, and is filtered', async () => {
    await open('audit');
    await page.getByRole('row', { name: 'Room banned' }).first().waitFor();
    await takePicture(page, 'audit');
    await expectAccessible(page);
    await page.getByLabel('About').selectOption('room');
    await expect.poll(() => page.getByRole('row', { name: /Account/ }).count()).toBe(0);
    await page.getByLabel('By whom').fill('nobody');
    await page.getByText('Nothing matches').waitFor();
  });

  test('when the last page is emptied, the page before it is shown', async () => {
    await open('users');
    await page.getByLabel('Name, email or id').fill('person_');
    await page.getByLabel('Order').selectOption('oldest');
    await row('person_01').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await row('person_23').waitFor();
    const boxes = page.getByRole('checkbox');
    for (const box of await boxes.all()) await box.check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await row('person_01').waitFor();
    expect(await row('person_23').count()).toBe(0);
  });

  test('[WAD1] on a phone there are cards, in German and in the dark too', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate(`localStorage.setItem('matinee.language', 'de')`);
    for (const what of ['users', 'rooms', 'state', 'audit']) {
      await open(what);
      const main = page.getByRole('main');
      await main.getByRole('listitem').or(main.locator('dt')).first().waitFor();
      await takePicture(page, `phone-${what}`);
      await expectAccessible(page);
      const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect(isWide, what).toBe(false);
    }
    const pages = page.getByRole('navigation', { name: 'Verwaltung' });
    expect(await pages.getByRole('link').count()).toBe(0);
    await pages.getByRole('button', { name: /Protokoll/ }).click();
    await pages.getByRole('link', { name: 'Personen' }).click();
    await page.waitForURL('**/admin/users');
    await pages.getByRole('button', { name: /Personen/, expanded: false }).waitFor();
    await page.getByLabel('Name, E-Mail oder Kennung').fill('person_05');
    await page.getByRole('link', { name: 'person_05' }).click();
    await page.getByRole('dialog').getByText('Sperre').first().waitFor();
    await takePicture(page, 'phone-user');
    await expectAccessible(page);
  });
});
