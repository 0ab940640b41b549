import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('a break for everybody', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;
  let other: Page;

  const call = (name: string, request: Parameters<TestServer['ok']>[0]['request'] = {}) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room, request });
  const state = async () => (await call('GetPlayback')).playback_state;
  const card = (at: Page) => at.locator('[data-break]');
  const open = async (user: TestUser, viewport: { width: number; height: number }) => {
    const context = await browser.context.browser()!.newContext({ locale: 'en-US', viewport });
    const opened = await context.newPage();
    await signInBrowser(opened, user);
    await opened.goto(`${server.url}/r/${room}`);
    return opened;
  };

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(20, { size: '640x360', rate: 15 }),
      startBrowser({ width: 1280, height: 800 }),
    ]);
    const ben = await server.signUp('ben');
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    await call('UpdateRoomSettings', { settings: { control: 'hosts', wait_seconds: 0 } });
    const added = await call('AddMedia', { name: 'The film', source: { direct_url: { url: media.mp4Url } } });
    await call('StartPlayback', { media_id: added.media.id });
    page = await open(anna, { width: 1280, height: 800 });
    other = await open(ben, { width: 390, height: 844 });
  });
  afterAll(async () => {
    await Promise.all([page, other].map((opened) => opened?.context().close()));
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[SY87] it begins from the menu of the room, all see it, and whoever has the remote ends it', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'A break for everybody' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Other' }).check({ force: true });
    await dialog.getByRole('textbox', { name: 'Minutes' }).fill('1.5');
    await dialog.getByRole('button', { name: 'Begin the break' }).click();
    await dialog.getByText('A whole number from 1 to 240.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('radio', { name: '15 minutes' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Begin the break' }).click();
    for (const one of [page, other]) {
      await card(one)
        .getByText(/^anna_\d+ gives everybody a break until/)
        .waitFor();
      await card(one)
        .getByText(/^1[45]:\d\d$/)
        .waitFor();
      await card(one).getByText('Then the film goes on by itself.').waitFor();
      await expectAccessible(one);
    }
    expect(await card(other).getByRole('button').count()).toBe(0);
    await card(page).getByRole('button', { name: '5 minutes more' }).click();
    await card(other)
      .getByText(/^(19|20):\d\d$/)
      .waitFor();
    await card(page).getByRole('button', { name: 'Play now' }).click();
    for (const one of [page, other]) await card(one).waitFor({ state: 'detached' });
    expect((await state()).is_playing).toBe(true);
  });

  test('[SY87] at the end of one that waits, all are asked whether everybody is back', async () => {
    await call('UpdatePlaybackState', { take_break: { seconds: 1 } });
    for (const one of [page, other]) await card(one).getByText('The break is over. Is everybody back?').waitFor();
    await card(page).getByRole('button', { name: 'End the break' }).click();
    for (const one of [page, other]) await card(one).waitFor({ state: 'detached' });
    expect((await state()).is_playing).toBe(false);
  });
});
