import { type FakeAlist, startFakeAlist } from '@matinee/server/providers/alist/alist.fake.ts';
import { type FakeEmby, startFakeEmby } from '@matinee/server/providers/emby/emby.fake.ts';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('servers at home', () => {
  let server: TestServer;
  let emby: FakeEmby;
  let alist: FakeAlist;
  let browser: TestBrowser;
  let anna: TestUser;
  let page: Page;

  beforeAll(async () => {
    [server, emby, alist, browser] = await Promise.all([
      startTestServer({ webRoot }),
      startFakeEmby(),
      startFakeAlist(),
      startBrowser({ width: 390, height: 844 }),
    ]);
    anna = await server.signUp('anna');
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  });

  afterAll(async () => {
    await browser?.close();
    emby?.stop();
    alist?.stop();
    await server?.stop();
  });

  const openSignIn = async (kind: RegExp) => {
    // With the same address, the page would keep the previous dialog.
    await page.goto('about:blank');
    await page.goto(`${server.url}/account#sources`);
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('button', { name: kind }).click();
  };
  const dialog = () => page.getByRole('dialog');
  const fill = async ({ url, username, password }: Pick<FakeAlist, 'url' | 'username' | 'password'>) => {
    await dialog().getByLabel('Address of the server').fill(url);
    await dialog().getByLabel('Username').fill(username);
    await dialog().getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  };

  test('[WSO2] signs in to Jellyfin by its form', async () => {
    await openSignIn(/Jellyfin/);
    await fill({ ...emby, password: 'wrong' });
    await page.getByText('The server does not accept this account.', { exact: false }).waitFor();
    await expectAccessible(page);
    await fill(emby);
    await page.getByText(/ is added\.$/).waitFor();
  });

  test('[WSO2] signs in to AList by its form', async () => {
    await openSignIn(/AList/);
    await fill({ ...alist, password: 'wrong' });
    await page.getByText('The server does not accept this account.', { exact: false }).waitFor();
    await expectAccessible(page);
    await fill(alist);
    await page.getByText(/ is added\.$/).waitFor();
    const { accounts } = await server.ok({ call: 'AlistProviderService.GetBinds', token: anna.token });
    expect(accounts).toHaveLength(1);
  });

  test('[WSO14] lists that Jellyfin has no name for speak the language of the reader', async () => {
    const room = await makeRoom(server, anna);
    await page.goto(`${server.url}/account`);
    await page.evaluate(`localStorage.setItem('matinee.language', 'de')`);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
    await page.getByRole('tabpanel').getByRole('button', { name: 'YouTube und Server' }).click();
    await page.getByRole('button', { name: 'Ordner Weiterschauen' }).waitFor();
    await page.getByRole('button', { name: 'Ordner Favoriten' }).click();
    await page.getByRole('navigation', { name: 'Ordner' }).getByText('Favoriten').waitFor();
    await expectAccessible(page);
    const { accounts } = await server.ok({ call: 'EmbyProviderService.GetBinds', token: anna.token });
    const target = { provider: 'emby', account_id: accounts[0].id, folder: '' };
    const request = { name: 'Mein Jellyfin', target };
    await server.ok({ call: 'RoomService.CreatePlaylist', token: anna.token, room, request });
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
    await page.getByRole('button', { name: 'Öffnen: Mein Jellyfin' }).click();
    await page.getByRole('button', { name: 'Öffnen: Favoriten' }).click();
    await page.getByRole('navigation', { name: 'Ordner' }).getByText('Favoriten').waitFor();
  });
});
