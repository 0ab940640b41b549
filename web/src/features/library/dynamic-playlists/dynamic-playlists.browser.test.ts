import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type DavServer, startDavServer } from '@matinee/testkit/outside/dav-server.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('a playlist that follows a folder', () => {
  let server: TestServer;
  let dav: DavServer;
  let browser: TestBrowser;
  let phone: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let annas: Page;
  let bens: Page;
  let room: string;
  const files: Record<string, string> = Object.fromEntries(
    ['/films/one.mp4', '/films/two.mp4', '/films/old/three.mp4'].map((path) => [path, 'x']),
  );

  beforeAll(async () => {
    const series = Array.from({ length: 250 }, (_, index) => [`/series/episode ${index + 1}.mp4`, 'x']);
    Object.assign(files, Object.fromEntries(series));
    [server, dav, browser, phone] = await Promise.all([
      startTestServer({ webRoot }),
      startDavServer(files),
      startBrowser(),
      startBrowser({ width: 390, height: 844 }),
    ]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna, { settings: { control: 'everyone' } });
    await joinRoom(server, room, ben);
    await login();
    [annas, bens] = await Promise.all([browser.context.newPage(), phone.context.newPage()]);
    await Promise.all([signInBrowser(annas, anna), signInBrowser(bens, ben)]);
  });

  afterAll(async () => {
    await Promise.all([browser?.close(), phone?.close()]);
    dav?.stop();
    await server?.stop();
  });

  const login = async (): Promise<string> => {
    const { url, username, password } = dav;
    const request = { url, username, password };
    const { account } = await server.ok({ call: 'WebdavProviderService.Login', token: anna.token, request });
    return account.id;
  };
  const ok = (name: string, request: object = {}) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room, request: request as never });
  const openList = async (page: Page) => {
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
  };
  const entry = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Folders and films' }).getByRole('listitem').filter({ hasText: name });

  test('[WDP1] is made of a folder in the source browser, after a look into it', async () => {
    await openList(annas);
    await annas.getByRole('tabpanel').getByRole('button', { name: 'YouTube and servers' }).click();
    await annas.getByRole('button', { name: 'Folder films' }).click();
    await annas.getByRole('checkbox', { name: 'one.mp4' }).waitFor();
    await annas.getByRole('button', { name: 'Add as a folder' }).click();
    const dialog = annas.getByRole('dialog', { name: 'Add as a folder' });
    await dialog.getByRole('region', { name: 'In this folder' }).getByText('two.mp4').waitFor();
    await expectAccessible(annas);
    expect(await dialog.getByLabel('Name').inputValue()).toBe('films');
    await dialog.getByLabel('Name').fill('Our films');
    await dialog.getByRole('button', { name: 'Add folder' }).click();
    await annas.getByText('“Our films” follows its folder now.').waitFor();
    await annas.getByRole('button', { name: 'Open Our films' }).waitFor();
    const { playlists } = await ok('ListPlaylists');
    const made = playlists.find(({ name }: { name: string }) => name === 'Our films');
    expect(made.target).toMatchObject({ provider: 'webdav', folder: '/films', is_shared: false });
  });

  test('[WDP4] its maker shares it, and others are told whom to ask until then', async () => {
    await openList(bens);
    await bens.getByRole('button', { name: 'Open Our films' }).click();
    await bens.getByText('Ask them to open it and to press “Share with the room”.').waitFor();
    await expectAccessible(bens);
    await annas.getByRole('button', { name: 'Open Our films' }).click();
    await annas.getByText('Only you can look into this folder').waitFor();
    await annas.getByRole('button', { name: 'Share with the room' }).click();
    await annas.getByRole('button', { name: 'Shared with the room: keep it to yourself' }).waitFor();
    // The room sends the change: no page is loaded again.
    await entry(bens, 'one.mp4').waitFor();
    await expectAccessible(bens);
  });

  test('[WDP2] [WDP3] folders open and lead back, an entry plays for all and is marked, and what comes next is its neighbour', async () => {
    await bens.getByRole('button', { name: 'Open old' }).click();
    await entry(bens, 'three.mp4').waitFor();
    await bens.getByRole('navigation', { name: 'Folders' }).getByRole('button', { name: 'Our films' }).click();
    await bens.getByRole('button', { name: 'Play one.mp4' }).click();
    for (const page of [annas, bens])
      await expect.poll(() => entry(page, 'one.mp4').getAttribute('aria-current')).toBe('true');
    const state = async () => (await ok('GetPlayback')).playback_state;
    expect((await state()).media_name).toBe('one.mp4');
    await annas.getByRole('button', { name: 'Play the next video' }).first().click();
    await expect.poll(async () => (await state()).media_name).toBe('two.mp4');
    await expect.poll(() => entry(bens, 'two.mp4').getAttribute('aria-current')).toBe('true');
    await ok('StopPlayback');
  });

  test('[WDP2] what is new on the server is there after a look for changes', async () => {
    files['/films/new.mp4'] = 'x';
    expect(await entry(annas, 'new.mp4').count()).toBe(0);
    await annas.getByRole('button', { name: 'Look for changes' }).click();
    await entry(annas, 'new.mp4').waitFor();
  });

  test('[WDP5] what is pasted while it is shown goes into the playlist around it', async () => {
    await annas.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'https://media.example.org/pasted.mp4');
      document.activeElement?.blur();
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`);
    await annas.getByRole('region', { name: 'Pasted link' }).getByRole('button', { name: 'Play now' }).waitFor();
    await annas.keyboard.press('Enter');
    await expect.poll(async () => (await ok('ListPlaylistItems')).media.length).toBe(1);
  });

  test('[WDP2] a long folder is read in pages as somebody scrolls', async () => {
    const account = await login();
    const target = { provider: 'webdav', account_id: account, folder: '/series', is_shared: true };
    await ok('CreatePlaylist', { name: 'Series', target });
    await openList(bens);
    await bens.getByRole('button', { name: 'Open Series' }).click();
    await entry(bens, 'episode 1.mp4').first().waitFor();
    const region = bens.getByRole('group', { name: 'Folders and films' });
    await expect
      .poll(async () => {
        await region.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        return entry(bens, 'episode 250.mp4').count();
      })
      .toBe(1);
    expect(await region.getByRole('listitem').count()).toBeLessThan(100);
    await expectAccessible(bens);
  });

  test('[WDP4] whoever made it signs in again in the playlist, and it works as before', async () => {
    const account = await login();
    await server.ok({ call: 'WebdavProviderService.Logout', token: anna.token, request: { account_id: account } });
    await openList(bens);
    await bens.getByRole('button', { name: 'Open Series' }).click();
    await bens.getByText('The person who made this playlist has signed out').waitFor();
    await openList(annas);
    await annas.getByRole('button', { name: 'Open Series' }).click();
    await annas.getByText('You have signed out of the server that has this folder.').waitFor();
    await annas.getByRole('button', { name: 'Sign in again' }).click();
    const dialog = annas.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Address of the folder').fill(dav.url);
    await dialog.getByLabel('Username').fill(dav.username);
    await dialog.getByLabel('Password', { exact: true }).fill(dav.password);
    await annas.keyboard.press('Enter');
    await entry(annas, 'episode 2.mp4').first().waitFor();
    await entry(bens, 'episode 2.mp4').first().waitFor();
  });

  test('[WDP4] what is moved away upstream is said, with the way to the top', async () => {
    await openList(annas);
    await annas.getByRole('button', { name: 'Open Our films' }).click();
    await annas.getByText('You have signed out').waitFor();
    const target = { provider: 'webdav', account_id: await login(), folder: '/', is_shared: true };
    await ok('CreatePlaylist', { name: 'Everything', target });
    await annas.getByRole('button', { name: 'Back', exact: true }).click();
    await annas.getByRole('button', { name: 'Open Everything' }).click();
    await entry(annas, 'films').waitFor();
    for (const path of Object.keys(files)) if (path.startsWith('/films/')) delete files[path];
    await annas.getByRole('button', { name: 'Open films' }).click();
    await annas.getByText('The server does not have this folder any more.').waitFor();
    await expectAccessible(annas);
    await annas.getByRole('button', { name: 'To the top of the playlist' }).click();
    await entry(annas, 'series').waitFor();
  });

  test('speaks German', async () => {
    await annas.evaluate(`localStorage.setItem('matinee.language', 'de')`);
    await annas.reload();
    await annas.getByRole('tab', { name: 'Playlist' }).click();
    await annas.getByRole('button', { name: 'Öffnen: Everything' }).click();
    await annas.getByRole('button', { name: 'Nach Neuem sehen' }).waitFor();
    await annas.getByRole('button', { name: 'Öffnen: series' }).waitFor();
    await expectAccessible(annas);
  });
});
