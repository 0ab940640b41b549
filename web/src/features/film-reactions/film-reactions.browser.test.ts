import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('reactions over the film', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let page: Page;

  const call = (user: TestUser, name: string, request: Parameters<TestServer['ok']>[0]['request']) =>
    server.ok({ call: `RoomService.${name}`, token: user.token, room, ...(request ? { request } : {}) });
  const send = (user: TestUser, reaction_key: string) => call(user, 'SendFilmReaction', { reaction_key });
  const button = () => page.getByRole('button', { name: 'React to the film (R)' });
  const bar = () => page.getByRole('dialog', { name: 'React to the film' });
  const sky = () => page.locator('[data-film-reactions="flying"]');
  const counted = () => page.locator('[data-film-reactions="counted"]');

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(60, { size: '640x360', rate: 15 }),
      startBrowser({ width: 1280, height: 800 }),
    ]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    const film = await call(anna, 'AddMedia', { name: 'Film', source: { direct_url: { url: media.mp4Url } } });
    await call(anna, 'StartPlayback', { media_id: film.media.id });
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await sky().waitFor({ state: 'attached' });
  });
  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[WFR1] R opens the bar, a digit or a press lets one fly, and the bar stays', async () => {
    await page.mouse.move(300, 300);
    await page.keyboard.press('r');
    await bar().waitFor();
    await expectAccessible(page);
    await page.keyboard.press('2');
    await sky().getByText('😂').waitFor({ state: 'attached' });
    await sky().getByText(anna.username).waitFor({ state: 'attached' });
    await bar().getByRole('button', { name: 'Let 🔥 fly' }).click();
    await sky().getByText('🔥').waitFor({ state: 'attached' });
    expect(await page.getByRole('tab', { name: 'Chat', selected: true }).count()).toBe(1);
    await bar().getByRole('button', { name: 'More emoji' }).click();
    const picker = page.getByRole('dialog', { name: 'More emoji' });
    await picker.getByRole('searchbox').fill('100');
    await page.keyboard.press('Enter');
    await sky().getByText('💯').waitFor({ state: 'attached' });
    await expectAccessible(page);
    // The first one clears the search, as browsers do it.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'hidden' });
  });

  test('[WFR1] [WFR5] those of others fly too, take no presses, and are gone after a while', async () => {
    await send(ben, '🎉');
    await sky().getByText('🎉').waitFor({ state: 'attached' });
    expect(await sky().evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('none');
    expect(await sky().getAttribute('aria-hidden')).toBe('true');
    await expect.poll(() => sky().locator('> *').count(), { timeout: 10_000 }).toBe(0);
  });

  test('[WFR3] with less motion there is a number, and nothing moves', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await sky().waitFor({ state: 'detached' });
    await send(ben, '🎉');
    await counted().getByText('1').waitFor();
    await send(ben, '🎉');
    await counted().getByText('2').waitFor();
    await counted().waitFor({ state: 'detached' });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await sky().waitFor({ state: 'attached' });
  });

  test('[WFR4] who does not want them sees none, and those of blocked people do not come', async () => {
    await page.mouse.move(300, 310);
    await button().click();
    await bar().getByRole('button', { name: 'Reactions are shown', pressed: true }).click();
    await sky().waitFor({ state: 'detached' });
    await bar().getByRole('button', { name: 'Reactions are hidden', pressed: false }).click();
    await sky().waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await server.ok({ call: 'UserService.BlockUser', token: anna.token, request: { user_id: ben.id } });
    await page.reload();
    await sky().waitFor({ state: 'attached' });
    await send(ben, '👎');
    await send(anna, '👏');
    await sky().getByText('👏').waitFor({ state: 'attached' });
    expect(await sky().getByText('👎').count()).toBe(0);
  });

  test('[WFR1] a room without a chat has none', async () => {
    await call(anna, 'UpdateRoomSettings', { settings: { chat_enabled: false } });
    await sky().waitFor({ state: 'detached' });
    expect(await button().count()).toBe(0);
  });
});
