import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import type { ContractCall } from '@matinee/testkit/contract-call.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser, testPassword } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const longTitle = `A film whose title ${'goes on and '.repeat(15)}ends`;

describe.skipIf(!hasChromium || !hasFfmpeg)('a room, looked at closely', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;

  const asAnna = (call: string, request: NonNullable<ContractCall['request']> = {}) =>
    server.ok({ call, token: anna.token, room, request });
  /** The focused element: its role or tag, and its text. */
  const focused = () =>
    page.evaluate<string>(
      `(({ role, tagName, textContent }) => (role ?? tagName) + ' ' + textContent)(document.activeElement)`,
    );
  const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
  /** Whether `inner` lies completely within `outer`. */
  const isInside = async (inner: Locator, outer: Locator) => {
    const [a, b] = [(await inner.boundingBox())!, (await outer.boundingBox())!];
    return a.x >= b.x && a.x + a.width <= b.x + b.width && a.y >= b.y && a.y + a.height <= b.y + b.height;
  };

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(300, smallFilm),
      startBrowser(),
    ]);
    anna = await server.signUp('anna');
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(server.url);
  });

  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[WL10] after a room is created, the field for a link has the focus', async () => {
    await page.getByRole('button', { name: 'Create room' }).click();
    await page.waitForURL(/\/r\/room_/, { waitUntil: 'commit' });
    room = /room_\w+/.exec(page.url())![0];
    await page.getByRole('heading', { name: 'Paste a link to a video' }).waitFor();
    await until('the field has the focus', async () => (await focused()).startsWith('INPUT'));
  });

  test('[WL9] a link to a site that has no video for browsers is refused by its name', async () => {
    const field = page.getByRole('region', { name: 'Film' }).getByLabel('Link or title');
    await field.fill('https://www.netflix.com/watch/1');
    await page.keyboard.press('Enter');
    await page.getByText('Netflix links cannot be played.').waitFor();
    await field.fill('ftp://a.example/live');
    await page.keyboard.press('Enter');
    await page.getByText('Links that start with ftp: cannot be played.').waitFor();
    await field.fill('');
  });

  test('[WRM5] a menu that a key opens has the focus on its first line', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).focus();
    await page.keyboard.press('Enter');
    await until('the first line has the focus', async () => (await focused()).startsWith('menuitem '));
    await page.keyboard.press('Escape');
  });

  test('[WL8] what plays is in view when the list is looked at, and so is a new playlist', async () => {
    const items = Array.from({ length: 60 }, (_, index) => ({
      name: index === 44 ? longTitle : `Film ${index}`,
      source: { direct_url: { url: `${media.mp4Url}?${index}` } },
    }));
    const added = (await asAnna('RoomService.AddMediaBatch', { items })).media;
    await asAnna('RoomService.StartPlayback', { media_id: added[44].id });
    const list = page.getByLabel('Videos', { exact: true });
    const current = page.locator('li[aria-current=true]');
    await page.getByRole('tab', { name: 'Playlist' }).click();
    await current.waitFor();
    await until('the current item is in view', () => isInside(current, list));
    await asAnna('RoomService.CreatePlaylist', { name: 'Season 1' });
    const folder = page.getByRole('button', { name: 'Open Season 1' });
    await folder.waitFor();
    await until('the new playlist is in view', () => isInside(folder, list));
  });

  test('[WL8] a paused item does not say that it plays', async () => {
    const current = page.locator('li[aria-current=true]');
    await current.getByText('Now playing', { exact: false }).waitFor();
    await asAnna('RoomService.UpdatePlaybackState', { is_playing: false });
    await current.getByText('Paused here', { exact: false }).waitFor();
  });

  test.each(['desk', 'phone'] as const)('[SY28] on a %s a long title stays within the film', async (size) => {
    await page.setViewportSize(sizes[size]);
    await asAnna('RoomService.PlayNext');
    await asAnna('RoomService.PlayPrevious');
    const line = page.getByText('went back to', { exact: false });
    await line.waitFor();
    expect(await isInside(line, page.getByRole('region', { name: 'Player' }))).toBe(true);
  });

  test.each(['desk', 'phone'] as const)(
    '[WRM4] on a %s a message leaves the controls of the player free',
    async (size) => {
      await page.setViewportSize(sizes[size]);
      await asAnna('RoomService.UpdatePlaybackState', { is_playing: false });
      await page.getByRole('tab', { name: 'Playlist' }).click();
      await page.getByRole('button', { name: 'More for Film 46', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      const toast = page.getByRole('status').getByText('“Film 46” is removed.');
      await toast.waitFor();
      const box = (await toast.boundingBox())!;
      const controls = (await page.getByRole('slider', { name: 'Position' }).boundingBox())!;
      expect(box.y + box.height < controls.y || box.y > controls.y + 70).toBe(true);
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
      await page.getByRole('button', { name: 'More for Film 46', exact: true }).waitFor();
    },
  );

  test('[WR6] a room that one has made stands once on the start page', async () => {
    await page.setViewportSize(sizes.desk);
    const other = await server.signUp('ben');
    await makeRoom(server, other, { name: 'Another room', visibility: 'public' });
    await makeRoom(server, anna, { name: 'Open to all', visibility: 'public' });
    await page.goto(server.url);
    await page.getByRole('heading', { name: 'Another room' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Open to all' }).count()).toBe(1);
    expect(await page.getByRole('heading', { name: /^Public rooms/ }).textContent()).toBe('Public rooms 1');
  });

  test('[WRM6] whoever is signed out elsewhere signs in again and comes back to the room', async () => {
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Chat' }).waitFor();
    const elsewhere = await server.signIn(anna.username);
    await server.ok({ call: 'UserService.RevokeOtherSessions', token: elsewhere.token });
    await page.getByText('You are signed out', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.searchParams.get('return') === `/r/${room}`);
    await page.getByLabel('Username').fill(anna.username);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('tab', { name: 'Chat' }).waitFor();
  });

  test('[WRM6] also where a call of the page learns first that the session has ended', async () => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const tickets = `${server.url}/api/tickets`;
    await page.route(tickets, async (route) => {
      await ended;
      await route.continue();
    });
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Chat' }).waitFor();
    const elsewhere = await server.signIn(anna.username);
    await server.ok({ call: 'UserService.RevokeOtherSessions', token: elsewhere.token });
    end();
    await page.getByText('You are signed out', { exact: true }).waitFor();
    await page.unroute(tickets);
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByRole('link', { name: 'I have an account' }).waitFor();
  });
});
