import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startDavServer } from '@matinee/testkit/outside/dav-server.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('the first film of a room', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let page: Page;

  /** Opens a new room as its creator. */
  const openRoom = async (): Promise<string> => {
    const room = await makeRoom(server, anna, { settings: { control: 'hosts' } });
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('heading', { name: 'Paste a link to a video' }).waitFor();
    return room;
  };
  const state = async (room: string) =>
    (await server.ok({ call: 'RoomService.GetPlayback', token: anna.token, room })).playback_state;
  const pasteField = () => page.getByRole('tabpanel').getByLabel('Link or title');

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(20, smallFilm),
      startBrowser(),
    ]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  });

  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[WL11] starts when somebody adds it in the playlist, and the second one waits', async () => {
    const room = await openRoom();
    await page.getByRole('tab', { name: 'Playlist' }).click();
    await pasteField().fill(`${media.mp4Url}?first`);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await state(room)).is_playing).toBe(true);
    const first = (await state(room)).media_id;
    await pasteField().fill(`${media.mp4Url}?second`);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('li[data-id]').count()).toBe(2);
    expect((await state(room)).media_id).toBe(first);
  });

  test('[WL37] what is typed while another link is being added stays in the field', async () => {
    await openRoom();
    await page.getByRole('tab', { name: 'Playlist' }).click();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/media', async (route) => {
      await held;
      await route.continue();
    });
    await pasteField().fill(`${media.mp4Url}?first`);
    await page.keyboard.press('Enter');
    await pasteField().fill(`${media.mp4Url}?second`);
    answer();
    await expect.poll(() => page.locator('li[data-id]').count()).toBe(1);
    await page.unroute('**/media');
    const button = page.getByRole('tabpanel').getByRole('button', { name: 'Add', exact: true });
    await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('li[data-id]').count()).toBe(2);
    expect(await pasteField().inputValue()).toBe('');
  });

  test('[WL11] is offered to those who may play it when somebody else has added it', async () => {
    const room = await openRoom();
    await joinRoom(server, room, ben);
    const item = { name: 'A film by Ben', source: { direct_url: { url: media.mp4Url } } };
    await server.ok({ call: 'RoomService.AddMedia', token: ben.token, room, request: item });
    expect((await state(room)).media_id).toBeUndefined();
    await page.getByRole('heading', { name: 'Choose from the playlist, or paste a link' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Play “A film by Ben”' }).click();
    await expect.poll(async () => (await state(room)).is_playing).toBe(true);
  });

  const paste = (text: string) =>
    page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', ${JSON.stringify(text)});
      document.activeElement?.blur();
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`);
  const bar = () => page.getByRole('region', { name: 'Pasted link' });

  test('[WL9] the refusal of a link goes away when a good one follows', async () => {
    await openRoom();
    await paste('https://www.netflix.com/watch/1');
    const refusal = bar().getByText('Netflix links cannot be played.', { exact: false });
    await refusal.waitFor();
    await paste(media.mp4Url);
    await page.getByRole('button', { name: 'Play now' }).waitFor();
    await refusal.waitFor({ state: 'hidden', timeout: 3_000 });
    await page.keyboard.press('Enter');
    await page.locator('video').waitFor();
  });

  test('[WL12] [WL13] a preview says how it plays; Enter adds it, and Enter again plays it', async () => {
    const room = await openRoom();
    await addMedia(server, room, anna, 'first');
    await page.getByRole('button', { name: 'Play “first”' }).click();
    await expect.poll(async () => (await state(room)).media_id).toBeDefined();
    const before = (await state(room)).media_id;
    await paste(`${media.mp4Url}?pasted`);
    await bar()
      .getByText(/^Plays through this server|^Loads from/)
      .waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await bar()
      .getByText(/is in the playlist/)
      .waitFor();
    expect((await state(room)).media_id).toBe(before);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await state(room)).media_id).not.toBe(before);
    await bar().waitFor({ state: 'hidden' });
  });

  test('[WL12] what needs an account is signed in to right there, and then comes from the account', async () => {
    const dav = await startDavServer({ '/films/one.mp4': 'one' });
    const room = await openRoom();
    await paste(`${dav.url}/films/one.mp4`);
    await bar().getByText('This server asks for an account.').waitFor();
    await bar().getByRole('button', { name: 'Sign in to this server' }).click();
    await bar()
      .getByRole('button', { name: /^WebDAV/ })
      .click();
    expect(await bar().getByLabel('Address of the folder').inputValue()).toBe(`${dav.url}/films`);
    await bar().getByLabel('Username').fill(dav.username);
    await bar().getByLabel('Password', { exact: true }).fill(dav.password);
    await page.keyboard.press('Enter');
    await bar()
      .getByText(/which has the account for it/)
      .waitFor();
    await bar().getByRole('button', { name: 'Play now' }).click();
    const items = async () =>
      (await server.ok({ call: 'RoomService.ListPlaylistItems', token: anna.token, room })).media;
    await expect.poll(async () => (await items())[0]?.source.webdav?.path).toBe('/one.mp4');
    dav.stop();
  });

  test('[WL13] several lines add several at once, and say which are none', async () => {
    const room = await openRoom();
    await paste(`${media.mp4Url}?a\n${media.mp4Url}?b\nhttps://www.netflix.com/watch/1`);
    await bar().getByText('Add 2 videos?').waitFor();
    await bar().getByText('Netflix pages cannot be played.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('2 videos are in the playlist.').waitFor();
    await expect.poll(async () => (await state(room)).is_playing).toBe(true);
  });
});
