import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, smallFilm } from '@matinee/testkit/media.ts';
import { type DavServer, startDavServer } from '@matinee/testkit/outside/dav-server.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('a film of an own account that is not shared', () => {
  let server: TestServer;
  let dav: DavServer;
  let browsers: readonly TestBrowser[] = [];
  let anna: TestUser;
  let room: string;
  /** The pages of the person who added the item, and of a friend. */
  let own: Page;
  let friend: Page;

  const ask = (call: string, request: object) =>
    server.ok({ call, token: anna.token, room, request: JSON.parse(JSON.stringify(request)) });

  beforeAll(async () => {
    const media = await makeTestMedia(30, smallFilm);
    const film = Buffer.from(await (await fetch(media.mp4Url)).arrayBuffer());
    media.close();
    [server, dav] = await Promise.all([startTestServer({ webRoot }), startDavServer({ '/films/one.mp4': film })]);
    anna = await server.signUp('anna');
    const ben = await server.signUp('ben');
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    browsers = await Promise.all([startBrowser(), startBrowser({ width: 390, height: 844 })]);
    [own, friend] = (await Promise.all(browsers.map(({ context }) => context.newPage()))) as [Page, Page];
    for (const [page, user] of [
      [own, anna],
      [friend, ben],
    ] as const) {
      await signInBrowser(page, user);
      await page.goto(`${server.url}/r/${room}`);
    }
  });

  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    dav?.stop();
    await server?.stop();
  });

  test('[SY69] [SY70] friends are told why they cannot watch, and its owner shares it by one press', async () => {
    const { url, username, password } = dav;
    const { account } = await server.ok({
      call: 'WebdavProviderService.Login',
      token: anna.token,
      request: { url, username, password },
    });
    const source = { webdav: { account_id: account.id, path: '/films/one.mp4' } };
    const { media } = await ask('RoomService.AddMedia', { name: 'One', source });
    await ask('RoomService.StartPlayback', { media_id: media.id });
    await friend.getByRole('heading', { name: 'This is on somebody’s own server' }).waitFor();
    await own.getByText('Only you can watch this: it comes through your own account.').waitFor();
    await Promise.all([expectAccessible(own), expectAccessible(friend)]);
    // The room does not wait for members who cannot play the item.
    const { playback_state } = await ask('RoomService.GetPlayback', {});
    expect(playback_state.waiting).toBeUndefined();
    await own.getByRole('button', { name: 'Share with the room' }).click();
    for (const page of [own, friend])
      await expect
        .poll(() => page.evaluate<number>(`document.querySelector('video')?.currentTime ?? 0`))
        .toBeGreaterThan(0.3);
    expect(await friend.getByRole('heading', { name: 'This is on somebody’s own server' }).count()).toBe(0);
    await own.getByText('Only you can watch this').waitFor({ state: 'detached' });
  });
});
