import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('ready checks', () => {
  let server: TestServer;
  let media: TestMedia;
  let browsers: [TestBrowser, TestBrowser];
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let annaPage: Page;
  let benPage: Page;

  const call = (name: string, request: Parameters<TestServer['ok']>[0]['request'] = {}) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room, request });
  const isPlaying = async () => (await call('GetPlayback')).playback_state.is_playing;
  const card = (page: Page) => page.getByRole('region', { name: 'Are you ready?' });
  const ready = (page: Page) => card(page).getByRole('button', { name: 'I’m ready', exact: true });
  const notYet = (page: Page) => card(page).getByRole('button', { name: 'Not yet', exact: true });
  const ask = (page: Page) => page.getByRole('button', { name: /^Ask who is ready/ });
  const stop = (page: Page) => page.getByRole('button', { name: 'Stop asking who is ready' });
  const standing = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
  const isPressed = (page: Page) => ready(page).getAttribute('aria-pressed');

  beforeAll(async () => {
    const [one, first, second] = await Promise.all([
      startTestServer({ webRoot }),
      startBrowser({ width: 1280, height: 800 }),
      startBrowser({ width: 390, height: 844 }),
    ]);
    [server, browsers] = [one, [first, second]];
    media = await makeTestMedia(20, { size: '640x360', rate: 15 });
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna, { settings: { wait_seconds: 0, control: 'hosts' } });
    await joinRoom(server, room, ben);
    const { media: item } = await call('AddMedia', { name: 'First', source: { direct_url: { url: media.mp4Url } } });
    await call('StartPlayback', { media_id: item.id, paused: true });
    annaPage = await first.context.newPage();
    benPage = await second.context.newPage();
    for (const [page, user] of [
      [annaPage, anna],
      [benPage, ben],
    ] as const) {
      await signInBrowser(page, user);
      await page.goto(`${server.url}/r/${room}`);
    }
  });
  afterAll(async () => {
    await Promise.all((browsers ?? []).map((browser) => browser.close()));
    media?.close();
    await server?.stop();
  });

  test('[WRY1] [WRY2] [WRY4] who has the remote asks, all answer as often as they like, and the film starts', async () => {
    await ask(annaPage).waitFor();
    expect(await ask(benPage).count()).toBe(0);
    await ask(annaPage).focus();
    await annaPage.keyboard.press('Enter');
    await standing(benPage, '1 of 2 are ready').waitFor({ state: 'attached' });
    await stop(annaPage).waitFor();
    expect(await stop(annaPage).evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await stop(benPage).count()).toBe(0);
    expect([await isPressed(annaPage), await isPressed(benPage)]).toEqual(['true', 'false']);
    await card(benPage).getByText('no answer yet').waitFor({ state: 'attached' });
    expect(await card(benPage).getByRole('button', { name: 'Call it off' }).count()).toBe(0);
    expect(await benPage.evaluate(() => document.activeElement?.closest('[aria-label="Are you ready?"]'))).toBeNull();
    await notYet(benPage).click();
    await card(annaPage).getByText('not ready yet').waitFor({ state: 'attached' });
    for (const page of [annaPage, benPage]) await expectAccessible(page);
    await benPage.reload();
    await card(benPage).getByText('not ready yet').waitFor({ state: 'attached' });
    expect(await isPlaying()).toBe(false);
    await ready(benPage).click();
    await expect.poll(isPlaying).toBe(true);
    for (const page of [annaPage, benPage]) await card(page).waitFor({ state: 'detached' });
    await call('UpdatePlaybackState', { is_playing: false });
  });

  test('[WRY2] [WRY3] the key asks and answers, and who has the remote calls it off or starts at once', async () => {
    await ask(annaPage).waitFor();
    await annaPage.keyboard.press('y');
    await card(benPage).waitFor();
    await annaPage.keyboard.press('y');
    await standing(benPage, '0 of 2 are ready').waitFor({ state: 'attached' });
    await card(annaPage).getByRole('button', { name: 'Call it off' }).click();
    for (const page of [annaPage, benPage]) await card(page).waitFor({ state: 'detached' });
    expect(await isPlaying()).toBe(false);
    await ask(annaPage).click();
    await card(benPage).waitFor();
    await stop(annaPage).click();
    await card(benPage).waitFor({ state: 'detached' });
    // Without the panels the card is over the film.
    await annaPage.keyboard.press('t');
    await annaPage.keyboard.press('y');
    await card(annaPage).waitFor();
    await expectAccessible(annaPage);
    await card(annaPage).getByRole('button', { name: 'Start now' }).click();
    await expect.poll(isPlaying).toBe(true);
    await card(benPage).waitFor({ state: 'detached' });
  });
});
