/** An administrator changes settings in a real browser. Needs `npm run build` and Chromium. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const require = createRequire(import.meta.url);
/** Folder for screenshots; absent: none are taken. */
const pictures = process.env.TEST_PICTURES;

async function signIn(page: Page, url: string, username: string): Promise<void> {
  await page.goto(`${url}/signin`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${url}/`);
  await page.getByText(`What are we watching, ${username}?`).waitFor();
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

async function faultsOfPage(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate<string[]>(
    `axe.run(document).then((r) => r.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html).join(' ')))`,
  );
}

describe.skipIf(!hasChromium)('the settings page', () => {
  let server: TestServer;
  let url: string;
  let browser: TestBrowser;
  let page: Page;
  let token: string;

  beforeAll(async () => {
    [browser, server] = await Promise.all([startBrowser(), startTestServer({ webRoot })]);
    url = server.url;
    page = await browser.context.newPage();
    const root = await server.signIn();
    token = root.token;
    await signInBrowser(page, root);
    await page.goto(url);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const go = async (group: string, heading: string) => {
    await page.goto(`${url}/admin/settings/${group}`);
    await page.getByRole('heading', { name: heading, level: 2 }).waitFor();
  };
  const bar = () => page.getByRole('region', { name: 'Unsaved changes' });
  const save = () => bar().getByRole('button', { name: 'Save' }).click();
  const saved = () => bar().waitFor({ state: 'detached' });
  const nameOfServer = () => page.getByRole('textbox', { name: 'Name of the server' });
  const stored = async () => (await server.ok({ call: 'AdminService.GetSettings', token })).settings;

  test('the menu of an administrator leads to it', async () => {
    await page.getByRole('button', { name: 'Account and appearance' }).click();
    await page.getByRole('menuitem', { name: 'Administration' }).click();
    await page.waitForURL(/\/admin$/);
    await page.goto(`${url}/admin/settings`);
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await takePicture(page, 'settings-server');
  });

  test('[WAS1] a change is saved, and the page says who made it', async () => {
    await nameOfServer().fill('Kino am Eck');
    await bar().getByText('1 change is not saved').waitFor();
    await takePicture(page, 'settings-unsaved');
    await save();
    await saved();
    expect((await stored()).server.name).toBe('Kino am Eck');
    await page.locator('[data-setting="server.name"]').getByText('Changed by root').waitFor();
    await page.getByRole('button', { name: 'History of “Name of the server”' }).click();
    await page.getByRole('dialog').getByText('Kino am Eck').waitFor();
    await takePicture(page, 'settings-history');
    await page.keyboard.press('Escape');
  });

  test('[WAS3] what is wrong is said at its field, and nothing is saved', async () => {
    const rooms = page.getByLabel('Rooms per person');
    await rooms.fill('1001');
    await page.getByText('A whole number from 1 to 1000, please.').waitFor();
    expect(await bar().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await bar().getByRole('button', { name: 'Discard' }).click();
    expect(await rooms.inputValue()).toBe('10');
    await go('rtmp', 'Live streams');
    const address = page.getByLabel('Address for live streams');
    await address.fill('rtmp://live.example.org/live');
    await save();
    const row = page.locator('[data-setting="rtmp.advertiseAddress"]');
    await row.getByText('Nothing may follow the host and port.').waitFor();
    await takePicture(page, 'settings-refused');
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await address.fill('rtmp://live.example.org');
    await save();
    await saved();
    await row.getByRole('button', { name: 'Back to the default: nothing' }).click();
    await save();
    await saved();
    expect((await stored()).rtmp).not.toHaveProperty('advertiseAddress');
  });

  test('[WAS3] [WX3] what is wrong is said in the language of the reader', async () => {
    await page.evaluate(`localStorage.setItem('matinee.language', 'de')`);
    await page.setViewportSize({ width: 390, height: 844 });
    await go('email', 'Mail');
    await page.getByLabel('Mailserver', { exact: true }).fill('https://mail.example.org');
    await page.getByRole('button', { name: 'Speichern' }).click();
    const row = page.locator('[data-setting="email.smtpHost"]');
    await row.getByText('Das ist kein Name eines Rechners und keine IP-Adresse.').waitFor();
    await takePicture(page, 'settings-refused-german');
    await page.evaluate(`localStorage.removeItem('matinee.language')`);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test('a password is set, kept and replaced, and never shown', async () => {
    await go('email', 'Mail');
    const row = page.locator('[data-setting="email.smtpCredentials"]');
    await row.getByRole('button', { name: 'Add username and password' }).click();
    await row.getByLabel('Username').fill('anna');
    await row.getByLabel('Password', { exact: true }).fill('hunter2');
    await save();
    await saved();
    await row.getByText('Set. It is never shown').waitFor();
    expect(await page.content()).not.toContain('hunter2');
    await row.getByLabel('Username').fill('bert');
    await save();
    await row.getByText('The password is missing.').waitFor();
    await takePicture(page, 'settings-mail');
    await row.getByLabel('Password', { exact: true }).fill('hunter3');
    await save();
    await saved();
    expect((await stored()).email.smtpCredentials).toEqual({ username: 'bert', passwordSet: true });
    await row.getByRole('button', { name: 'Remove username and password' }).click();
    await save();
    await saved();
    expect((await stored()).email).not.toHaveProperty('smtpCredentials');
  });

  test('providers, servers, lists and permissions have editors of their own', async () => {
    await go('oauth2', 'Sign-in elsewhere');
    await page.getByRole('button', { name: 'Add a way to sign in' }).click();
    await page.getByLabel('Name', { exact: true }).fill('company');
    await page.getByLabel('Client id').fill('id');
    await page.getByLabel('Client secret').fill('hunter4');
    await page.getByLabel('Issuer').fill('http://id.example.org');
    await page.getByLabel('Addresses to come back to').fill('https://watch.example.org/a\nhttps://watch.example.org/b');
    await save();
    await page.getByText('The address must begin with https://.').waitFor();
    await page.getByLabel('Issuer').fill('https://id.example.org');
    await takePicture(page, 'settings-providers');
    await save();
    await saved();
    const { oauth2 } = await stored();
    expect(oauth2.allowedRedirectUrls).toHaveLength(2);
    expect(oauth2.providers[0].oidc).toEqual({
      clientId: 'id',
      clientSecretSet: true,
      issuer: 'https://id.example.org',
    });
    await go('webrtc', 'Voice');
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByLabel('Addresses').last().fill('turn:turn.example.org');
    await page.getByLabel('Username').last().fill('anna');
    await page.getByLabel('Password', { exact: true }).last().fill('hunter5');
    await save();
    await saved();
    await takePicture(page, 'settings-voice');
    expect((await stored()).webrtc.externalIceServers[2]).toEqual({
      urls: ['turn:turn.example.org'],
      username: 'anna',
      credentialSet: true,
    });
    await go('permissions', 'Permissions');
    await page.locator('[data-setting="permissions.guestDefaultPermissions"]').getByLabel('Read the chat').check();
    await save();
    await saved();
    await takePicture(page, 'settings-permissions');
    expect((await stored()).permissions.guestDefaultPermissions).toEqual(['view_chat_history']);
  });

  test('[WAS2] of two people who change settings neither overwrites the other unseen', async () => {
    await go('server', 'Server');
    await nameOfServer().fill('Mine');
    const request = { settings: { server: { name: 'Theirs' } }, updateMask: 'server.name' };
    await server.ok({ call: 'AdminService.UpdateSettings', token, request });
    await save();
    await bar().getByText('Somebody else changed settings meanwhile').waitFor();
    await page.getByText('Meanwhile root set this to: Theirs').waitFor();
    await takePicture(page, 'settings-conflict');
    expect(await nameOfServer().inputValue()).toBe('Mine');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await save();
    await saved();
    expect((await stored()).server.name).toBe('Mine');
  });

  test('unsaved changes are not left behind unasked, and groups can be looked at meanwhile', async () => {
    await nameOfServer().fill('Unsaved');
    await page.getByLabel('Group').selectOption('chat');
    await page.getByRole('heading', { name: 'Chat', level: 2 }).waitFor();
    await bar().getByText('Name of the server').waitFor();
    await page.getByRole('link', { name: 'Matinee' }).click();
    await page.getByRole('alertdialog').getByText('Leave without saving?').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await bar().getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'Matinee' }).click();
    await page.waitForURL(`${url}/`);
  });

  test('a search finds settings of all groups', async () => {
    await page.goto(`${url}/admin/settings`);
    await page.getByRole('searchbox').fill('guest');
    await page.getByRole('heading', { name: 'Permissions', level: 2 }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Accounts', 'Permissions']);
    await page.getByRole('searchbox').fill('nothing of the kind');
    await page.getByText('No setting matches').waitFor();
  });

  test('no group has a fault that assistive technology stumbles over, in either language, light or dark, small or large', async () => {
    const groups = [
      'server',
      'user',
      'room',
      'permissions',
      'chat',
      'email',
      'oauth2',
      'webrtc',
      'rtmp',
      'cors',
      'youtube',
      'tmdb',
      'twitch',
    ];
    for (const [index, group] of groups.entries()) {
      const isPhone = index % 2 === 0;
      await page.setViewportSize(isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: index % 3 === 0 ? 'dark' : 'light' });
      await page.evaluate(`localStorage.setItem('matinee.language', '${index % 2 === 0 ? 'de' : 'en'}')`);
      await page.goto(`${url}/admin/settings/${group}`);
      await page.locator('[data-setting]').first().waitFor();
      expect(await faultsOfPage(page), group).toEqual([]);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, `${group} is wider than the screen`).toBeLessThanOrEqual(0);
      await takePicture(page, `group-${group}-${isPhone ? 'phone' : 'desktop'}`);
    }
    await page.evaluate(`localStorage.removeItem('matinee.language')`);
  });

  test('to people without the role it does not exist', async () => {
    await server.signUpAs('anna');
    const other = await startBrowser();
    try {
      const hers = await other.context.newPage();
      await hers.goto(`${url}/admin/settings`);
      await hers.getByText('Sign in first').waitFor();
      await signIn(hers, url, 'anna');
      await hers.getByRole('button', { name: 'Account and appearance' }).click();
      await hers.getByText('Signed in as anna').waitFor();
      expect(await hers.getByRole('menuitem', { name: 'Administration' }).count()).toBe(0);
      await hers.goto(`${url}/admin/settings`);
      await hers.getByRole('heading', { name: 'Nothing here' }).waitFor();
    } finally {
      await other.close();
    }
  });
});
