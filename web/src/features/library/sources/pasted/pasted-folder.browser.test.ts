import {
  goodKey,
  playlistId,
  startYoutubeServer,
  type YoutubeServer,
} from '@matinee/server/providers/youtube/youtube.fake.ts';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type DavServer, startDavServer } from '@matinee/testkit/outside/dav-server.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('a link to a list', () => {
  let server: TestServer;
  let youtube: YoutubeServer;
  let dav: DavServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let page: Page;
  let room: string;
  const list = `https://www.youtube.com/playlist?list=${playlistId}`;

  beforeAll(async () => {
    [youtube, dav, browser] = await Promise.all([
      startYoutubeServer(),
      startDavServer({ '/films/one.mp4': 'one', '/films/two.mp4': 'two', '/films/old/three.mp4': 'three' }),
      startBrowser({ width: 390, height: 844 }),
    ]);
    server = await startTestServer({ webRoot, sites: youtube.sites });
    anna = await server.signUp('anna');
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  });

  afterAll(async () => {
    await browser?.close();
    youtube?.stop();
    dav?.stop();
    await server?.stop();
  });

  const openRoom = async () => {
    room = await makeRoom(server, anna);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
  };
  const bar = () => page.getByRole('region', { name: 'Pasted link' });
  const typeLink = async (link: string) => {
    await page.getByRole('tabpanel').getByLabel('Link or title').fill(link);
    await page.keyboard.press('Enter');
    await bar().getByText('Add this list?').waitFor();
  };
  const library = () =>
    server.ok({ call: 'RoomService.ListPlaylistItems', token: anna.token, room, request: { page_size: 100 } });

  test('[WSO12] [WSO13] [WL17] asks for the key that is missing right there, and then adds the whole list', async () => {
    await openRoom();
    await typeLink(list);
    await bar().getByText('The site asks for a key here.', { exact: false }).waitFor();
    await expectAccessible(page);
    await bar().getByRole('button', { name: 'Use a key of your own' }).click();
    await bar().getByLabel('Key of the YouTube Data API', { exact: true }).fill(goodKey);
    await page.keyboard.press('Enter');
    await bar().getByText('7 videos').waitFor();
    await expectAccessible(page);
    await bar().getByRole('button', { name: 'Add all' }).click();
    await page.getByText('7 videos are in the playlist.').waitFor();
    await bar().waitFor({ state: 'hidden' });
    const { media } = await library();
    expect(media.map(({ source }: { source: { youtube: { video_id: string } } }) => source.youtube.video_id)).toEqual(
      Array.from({ length: 7 }, (_, index) => `video-${index}-abc`),
    );
  });

  test('[WSO12] opens the list to choose from', async () => {
    await openRoom();
    await typeLink(list);
    await bar().getByRole('button', { name: 'Choose videos' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox').nth(2).click();
    await dialog.getByRole('button', { name: 'Add 1 video' }).click();
    await expect.poll(async () => (await library()).media.length).toBe(1);
    expect((await library()).media[0].source.youtube.video_id).toBe('video-2-abc');
  });

  test('[WSO12] [WDP1] a folder of a server is followed', async () => {
    const { url, username, password } = dav;
    const request = { url, username, password };
    await server.ok({ call: 'WebdavProviderService.Login', token: anna.token, request });
    await openRoom();
    await typeLink(`${url}/films/`);
    await bar().getByText('2 videos').waitFor();
    await bar().getByRole('button', { name: 'Add as a folder' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add as a folder' });
    await dialog.getByText('old', { exact: true }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add folder' }).click();
    await page.getByRole('button', { name: 'Open films' }).click();
    await page.getByRole('button', { name: 'Play one.mp4' }).waitFor();
    expect((await library()).playlists[0].target).toMatchObject({ provider: 'webdav', folder: '/films' });
  });
});

describe.skipIf(!hasChromium)('a link into a private network', () => {
  let server: TestServer;
  let browser: TestBrowser | undefined;

  beforeAll(async () => {
    server = await startTestServer({ webRoot, config: { 'outbound.allowed_networks': [] } });
  });

  afterEach(() => browser?.close());
  afterAll(() => server?.stop());

  test.each([
    ['others that the operator can allow it', 'ben', 'The operator of this server can allow it for everybody.'],
    ['operators the entry to add', 'root', 'outbound.allowed_networks: [127.0.0.1]'],
  ])('[WL18] warns before it is added, and tells %s', async (_, who, expected) => {
    const user = who === 'root' ? await server.signIn() : await server.signUp(who);
    const room = await makeRoom(server, user);
    browser = await startBrowser();
    const page = await browser.context.newPage();
    await signInBrowser(page, user);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
    await page.getByRole('tabpanel').getByLabel('Link or title').fill('http://127.0.0.1:18080/film.mp4');
    await page.keyboard.press('Enter');
    const bar = page.getByRole('region', { name: 'Pasted link' });
    await bar.getByText(expected, { exact: false }).waitFor();
    await expectAccessible(page);
    const count = async () =>
      (await server.ok({ call: 'RoomService.ListPlaylistItems', token: user.token, room })).media.length;
    expect(await count()).toBe(0);
    await bar.getByRole('button', { name: 'Play now' }).click();
    await expect.poll(count).toBe(1);
  });

  test('[WL18] a press that is faster than the answer adds nothing before the warning', async () => {
    const user = await server.signUp('hasty');
    const room = await makeRoom(server, user);
    browser = await startBrowser();
    const page = await browser.context.newPage();
    await signInBrowser(page, user);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('heading', { name: 'Paste a link to a video' }).waitFor();
    // Both presses come in one turn of the page, before any answer.
    await page.evaluate(`(async () => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'http://127.0.0.1:18080/film.mp4');
      document.activeElement?.blur();
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      const region = '[aria-label="Pasted link"] button';
      while (![...document.querySelectorAll(region)].some((button) => button.textContent === 'Play now'))
        await new Promise((resolve) => requestAnimationFrame(resolve));
      [...document.querySelectorAll(region)].find((button) => button.textContent === 'Play now').click();
    })()`);
    const bar = page.getByRole('region', { name: 'Pasted link' });
    await bar.getByText('The operator of this server can allow it for everybody.', { exact: false }).waitFor();
    const { media } = await server.ok({ call: 'RoomService.ListPlaylistItems', token: user.token, room });
    expect(media).toEqual([]);
  });
});
