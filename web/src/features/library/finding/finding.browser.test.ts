import { type FakeAlist, startFakeAlist } from '@matinee/server/providers/alist/alist.fake.ts';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('finding films', () => {
  let server: TestServer;
  let alist: FakeAlist;
  let browser: TestBrowser;
  let phone: TestBrowser | undefined;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let page: Page;

  beforeAll(async () => {
    [server, alist, browser] = await Promise.all([startTestServer({ webRoot }), startFakeAlist(), startBrowser()]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    room = await makeRoom(server, anna, {
      settings: { member_permissions: { added: [], removed: ['manage_own_media'] } },
    });
    await joinRoom(server, room, ben);
    await page.goto(`${server.url}/r/${room}`);
  });
  afterAll(async () => {
    await browser?.close();
    await phone?.close();
    alist?.stop();
    await server?.stop();
  });

  const dialog = () => page.getByRole('dialog', { name: 'Find something to watch' });
  const place = (name: string | RegExp) => dialog().getByRole('region', { name });
  const field = () => page.getByRole('region', { name: 'Film' }).getByLabel('Link or title');
  const search = async (words: string) => {
    await field().fill(words);
    await page.keyboard.press('Enter');
    await dialog().waitFor();
  };
  const openPanel = () => page.getByRole('tab', { name: 'Playlist', exact: true }).click();
  const searchInPanel = async (words: string) => {
    await page.getByRole('tabpanel').getByLabel('Link or title').fill(words);
    await page.getByRole('tabpanel').getByRole('button', { name: 'Search', exact: true }).click();
  };
  const items = async () =>
    (
      await server.ok({ call: 'RoomService.ListPlaylistItems', token: anna.token, room, request: { page_size: 100 } })
    ).media.map(({ name }: { name: string }) => name);

  test('[WFI5] who is signed in to no source is told so, and led to signing in', async () => {
    await search('one');
    await dialog().getByText('are searched once you are signed in to them.').waitFor();
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Sign in to a source' }).click();
    await page.getByRole('button', { name: /^AList/ }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('[WFI1] [WFI3] words are searched in the room, in what was watched, and on servers; one press adds', async () => {
    const { url, username, password } = alist;
    await server.ok({ call: 'AlistProviderService.Login', token: anna.token, request: { url, username, password } });
    const old = await makeRoom(server, anna);
    const film = await addMedia(server, old, anna, 'The one that was watched');
    await server.sql(
      `insert into watched_entries values ('wat_' || lpad('1', 26, '0'), $1, $2, $3, 'The one that was watched',
         '2026-03-09T12:00:00Z', '2026-03-09T13:00:00Z', 3600, 3600, 7200, true)`,
      [anna.id, old, film],
    );
    await addMedia(server, room, anna, 'The one that is here');
    await page.reload();
    await search('one');
    await place('In this room').getByText('The one that is here', { exact: true }).waitFor();
    await expectAccessible(page);
    await place(/AList/).getByRole('button', { name: 'Play “one”' }).click();
    await dialog().waitFor({ state: 'detached' });
    await openPanel();
    await searchInPanel('one');
    await place(/AList/).getByRole('button', { name: 'Add “one”' }).waitFor();
    await place('Watched before').getByRole('button', { name: 'Add “The one that was watched”' }).click();
    await place('Watched before').getByText('“The one that was watched” is in the playlist.').waitFor();
    expect(await items()).toEqual(['The one that is here', 'one', 'The one that was watched']);
    await place('In this room').getByRole('button', { name: 'Play “The one that is here”' }).click();
    await dialog().waitFor({ state: 'detached' });
  });

  test('[WFI2] [WFI4] a server that fails says why, with the others beside it, and nobody is asked for one letter', async () => {
    alist.hasSearch = false;
    const asked = () => alist.asked.filter(({ path }) => path === '/api/fs/search').length;
    await searchInPanel('here');
    await place(/AList/).getByRole('alert').waitFor();
    await place('In this room').getByText('The one that is here', { exact: true }).waitFor();
    alist.hasSearch = true;
    await place(/AList/).getByRole('button', { name: 'Try again' }).click();
    await place(/AList/).getByText('Nothing found.').waitFor();
    const before = asked();
    await dialog().getByRole('searchbox').fill('o');
    await place('In this room').getByText('The one that was watched', { exact: true }).waitFor();
    await place(/AList/).waitFor({ state: 'detached' });
    expect(asked()).toBe(before);
  });

  test('[WFI1] a link that is typed there is added like any other', async () => {
    await dialog().getByRole('searchbox').fill('https://films.test/Metropolis.mp4');
    await dialog().getByRole('button', { name: 'Add it' }).click();
    await expect.poll(items).toContain('Metropolis');
  });

  test('[WFI3] who may not add suggests what was found', async () => {
    await page.close();
    phone = await startBrowser({ width: 390, height: 844 });
    page = await phone.context.newPage();
    await signInBrowser(page, ben);
    await server.sql(
      `insert into watched_entries select 'wat_' || lpad('2', 26, '0'), $1, room_id, id, name,
         '2026-03-09T12:00:00Z', '2026-03-09T13:00:00Z', 3600, 3600, 7200, true from media where name = $2`,
      [ben.id, 'The one that is here'],
    );
    const { url, username, password } = alist;
    await server.ok({ call: 'AlistProviderService.Login', token: ben.token, request: { url, username, password } });
    await page.goto(`${server.url}/r/${room}`);
    await openPanel();
    await searchInPanel('one');
    await place('Watched before').getByRole('button', { name: 'Suggest “The one that is here”' }).click();
    await page.getByText('“The one that is here” is suggested.').waitFor();
    expect(await place(/AList/).count()).toBe(0);
    expect(await dialog().getByRole('button', { name: 'Sign in to a source' }).count()).toBe(0);
    await expectAccessible(page);
  });
});
