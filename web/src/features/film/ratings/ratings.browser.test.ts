import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Length of the film, in seconds. */
const length = 20;

describe.skipIf(!hasChromium || !hasFfmpeg)('ratings', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let item: string;
  let page: Page;

  const call = (name: string, request: Parameters<TestServer['ok']>[0]['request'] = {}) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room, request });
  const rate = ({ token }: TestUser, face: number) =>
    server.ok({ call: 'RatingsService.RateItem', token, room, request: { media_id: item, face } });
  const own = async ({ token } = anna) =>
    (await server.ok({ call: 'RatingsService.GetItemRating', token, room, request: { media_id: item } })).own_face;
  const card = () => page.locator('[data-end-card]');
  const dialog = () => page.getByRole('dialog', { name: 'How was it?' });

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(length, { size: '640x360', rate: 15 }),
      startBrowser({ width: 1280, height: 800 }),
    ]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    item = (await call('AddMedia', { name: 'Film', source: { direct_url: { url: media.mp4Url } } })).media.id;
    await server.sql('update media set duration_seconds = $1 where id = $2', [length, item]);
    await call('StartPlayback', { media_id: item, position_seconds: length, paused: true });
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await card().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[WRA1] [WRA2] at the end of a film a press chooses a face, and another one takes it back', async () => {
    await card().getByRole('button', { name: 'Good, nobody', exact: true }).click();
    await card().getByRole('button', { name: 'Good, 1 person', exact: true, pressed: true }).waitFor();
    expect(await own()).toBe(4);
    await rate(ben, 4);
    await card().getByRole('button', { name: 'Good, 2 people', pressed: true }).click();
    await card().getByRole('button', { name: 'Good, 1 person', exact: true, pressed: false }).waitFor();
    expect(await own()).toBeUndefined();
    await card().getByRole('button', { name: 'Wonderful, nobody', exact: true }).click();
    await card().getByRole('button', { name: 'Wonderful, 1 person', exact: true, pressed: true }).waitFor();
    await expectAccessible(page);
  });

  test('[WRA3] [WRA4] items of the playlist and of the history say how they were rated, and by whom', async () => {
    await page.getByRole('tab', { name: 'Playlist' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Playlist' });
    await panel.getByRole('button', { name: 'Ratings of “Film”: Wonderful, 2 people' }).click();
    await dialog().getByText(ben.username).waitFor();
    await dialog().getByText('you').waitFor();
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Wonderful' }).click();
    await dialog().getByText('you').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Ratings of “Film”: Good, 1 person' }).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'What was played' }).click();
    const history = page.getByRole('dialog', { name: 'What was played' });
    await history.getByRole('button', { name: 'Ratings of “Film”: Good, 1 person' }).waitFor();
  });
});
