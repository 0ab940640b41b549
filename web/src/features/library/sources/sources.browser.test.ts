import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type DavServer, startDavServer } from '@matinee/testkit/outside/dav-server.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

/** Films in the folder: more than a list should draw. */
const many = 10_000;

describe.skipIf(!hasChromium)('sources', () => {
  let server: TestServer;
  let dav: DavServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;

  beforeAll(async () => {
    const series = Array.from({ length: many }, (_, index) => [`/series/episode ${index + 1}.mp4`, 'x']);
    [server, dav, browser] = await Promise.all([
      startTestServer({ webRoot }),
      startDavServer({
        '/films/one.mp4': 'one',
        '/films/two.mp4': 'two',
        '/films/three.mp4': 'three',
        '/films/old/four.mp4': 'four',
        '/films/notes.txt': 'no film',
        ...Object.fromEntries(series),
      }),
      startBrowser(),
    ]);
    anna = await server.signUp('anna');
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  });

  afterAll(async () => {
    await browser?.close();
    dav?.stop();
    await server?.stop();
  });

  const openBrowser = async () => {
    room = await makeRoom(server, anna);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('region', { name: 'Film' }).getByRole('button', { name: 'YouTube and servers' }).click();
  };
  const media = async (request: object = {}) =>
    server.ok({
      call: 'RoomService.ListPlaylistItems',
      token: anna.token,
      room,
      request: { page_size: 100, ...request },
    });
  const names = async () => (await media()).media.map(({ name }: { name: string }) => name);
  const row = (name: string) => page.getByRole('checkbox', { name });

  test('[WSO2] [WSO1] signs in with the form of its kind, walks into a folder and adds what is chosen', async () => {
    await openBrowser();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^WebDAV/ }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Fill this in.').waitFor();
    await page.getByLabel('Address of the folder').fill(dav.url);
    await page.getByLabel('Username').fill(dav.username);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('The server does not accept this account. Check the name and the password.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill(dav.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Folder films' }).click();
    await row('two.mp4').click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add 1 video' }).click();
    await page.getByText('1 video is in the playlist.').waitFor();
    expect(await names()).toEqual(['two']);
    expect(await row('notes.txt').count()).toBe(0);
  });

  test('[WSO6] [WSO5] adds a range and shares it where its owner says so, and remembers that', async () => {
    await openBrowser();
    await page.getByRole('button', { name: 'Folder films' }).click();
    await row('one.mp4').click();
    await row('two.mp4').click({ modifiers: ['Shift'] });
    await page.getByRole('switch', { name: 'Let the room watch through my account' }).click();
    await page.getByRole('button', { name: 'Add 3 videos' }).click();
    await page.getByText('3 videos are in the playlist.').waitFor();
    expect(await names()).toEqual(['one', 'three', 'two']);
    for (const { source } of (await media()).media) expect(source.webdav).toMatchObject({ is_shared: true });
    await page.goto(`${server.url}/account#sources`);
    await expect
      .poll(() =>
        page.getByRole('switch', { name: 'Let the room watch through my account' }).getAttribute('aria-checked'),
      )
      .toBe('true');
  });

  test('[WSO6] is worked by keyboard alone: arrows, Shift, Space, all, and back by the folders', async () => {
    await openBrowser();
    await page.getByRole('button', { name: 'Folder films' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Folder old' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => row('one.mp4').evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByRole('button', { name: 'Add 2 videos' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Add 3 videos' }).waitFor();
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Folder series' }).waitFor();
  });

  test('[WSO1] [WSO7] a folder of thousands is read in pages, keeps the page small, and adds hundreds with progress', async () => {
    await openBrowser();
    await page.getByRole('button', { name: 'Folder series' }).click();
    await row('episode 1.mp4').waitFor();
    const list = page.getByRole('list', { name: 'Folders and films' });
    const lastPlace = () =>
      list
        .getByRole('listitem')
        .last()
        .evaluate((element) => Number(element.getAttribute('aria-posinset')));
    await row('episode 1.mp4').focus();
    await expect
      .poll(
        async () => {
          await page.keyboard.press('End');
          return lastPlace();
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(300);
    expect(await list.getByRole('listitem').count()).toBeLessThan(60);
    expect(await list.getByRole('listitem').last().getAttribute('aria-setsize')).toBe('-1');
    await page.getByRole('button', { name: /^Choose all/ }).click();
    await page.getByRole('button', { name: /^Add \d+ videos$/ }).click();
    await page.getByText(/videos are in the playlist/).waitFor();
    const { total, media: first } = await media();
    expect(total).toBeGreaterThan(300);
    expect(first.slice(0, 2).map(({ name }: { name: string }) => name)).toEqual(['episode 1', 'episode 2']);
  });

  test('[WSO4] the account page tests an account, and signs out after asking', async () => {
    await page.goto(`${server.url}/account#sources`);
    const section = page.getByRole('region', { name: 'Sources' });
    await section.getByRole('button', { name: /^Test / }).click();
    await page.getByText(/accepts your account/).waitFor();
    await expectAccessible(page);
    await section.getByRole('button', { name: /^Sign out of / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await section.getByText('You are not signed in to any server with films.').waitFor();
  });
});

describe.skipIf(!hasChromium)('a source in a private network', () => {
  let server: TestServer;
  let browser: TestBrowser | undefined;

  beforeAll(async () => {
    server = await startTestServer({ webRoot, config: { 'outbound.allowed_networks': [] } });
  });

  afterEach(() => browser?.close());
  afterAll(() => server?.stop());

  test.each([
    ['operators the entry to add', 'root', 'outbound.allowed_networks: [127.0.0.1]'],
    ['others whom to ask', 'ben', 'Ask the operator of this Matinee server to allow it.'],
  ])('[WSO3] shows %s', async (_, who, expected) => {
    const user = who === 'root' ? await server.signIn() : await server.signUp(who);
    browser = await startBrowser();
    const page = await browser.context.newPage();
    await signInBrowser(page, user);
    await page.goto(`${server.url}/account#sources`);
    // The list above the button has its size.
    await page.getByText('You are not signed in to any server with films.').waitFor();
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('button', { name: /^WebDAV/ }).click();
    await page.getByLabel('Address of the folder').fill('http://127.0.0.1:18080/dav');
    await page.keyboard.press('Enter');
    await page.getByText(expected, { exact: false }).waitFor();
    await expectAccessible(page);
  });
});
