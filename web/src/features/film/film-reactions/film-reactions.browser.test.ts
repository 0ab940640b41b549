import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
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
      makeTestMedia(300, smallFilm),
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
    const other = await server.socket(room, ben.token);
    await other.observe({ case: 'filmReactions', value: {} });
    await page.mouse.move(300, 300);
    await page.keyboard.press('r');
    await bar().waitFor();
    await expectAccessible(page);
    await page.keyboard.press('2');
    const { reactions } = await other.change('filmReactions', (told) => told.reactions.length > 0);
    expect(reactions).toMatchObject([{ reactionKey: '😂', count: 1, userId: anna.id }]);
    await other.close();
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
    // The first Escape clears the search: browsers do that.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'hidden' });
  });

  test('[WFR1] the bar can be pressed for as long as it is open, also where nothing has the focus', async () => {
    await page.mouse.move(300, 300);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('r');
    await bar().waitFor();
    // The controls disappear when nothing moves for three seconds of the page.
    await page.evaluate(() => new Promise((later) => setTimeout(later, 3_100)));
    const heart = bar().getByRole('button', { name: 'Let ❤️ fly' });
    expect(await heart.evaluate((button) => getComputedStyle(button).pointerEvents)).toBe('auto');
    await heart.click();
    await sky().getByText('❤️').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'hidden' });
  });

  test('[WFR1] [WFR5] those of others fly too, take no presses, and are gone after a while', async () => {
    await send(ben, '🎉');
    await sky().getByText('🎉').waitFor({ state: 'attached' });
    expect(await sky().evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('none');
    expect(await sky().getAttribute('aria-hidden')).toBe('true');
    await expect.poll(() => sky().locator('> *').count()).toBe(0);
  });

  test('[WFR5] the screen of the room waits for nothing of it', async () => {
    const assets = join(webRoot, 'assets');
    const own = readdirSync(assets).filter(
      (name) => name.endsWith('.js') && readFileSync(join(assets, name), 'utf8').includes('data-film-reactions'),
    );
    expect(own.length).toBe(1);
    const other = await browser.context.newPage();
    const asked: string[] = [];
    other.on('request', (request) => asked.push(request.url()));
    const isAsked = () => asked.some((url) => url.endsWith(`/assets/${own[0]}`));
    await other.goto(server.url);
    await other.getByRole('banner').waitFor();
    expect(isAsked()).toBe(false);
    // The code does not arrive before the room is shown.
    let arrive = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await other.route(`**/assets/${own[0]}`, async (route) => {
      await held;
      await route.continue();
    });
    await other.goto(`${server.url}/r/${room}`);
    await other.getByRole('tab', { name: 'Chat' }).waitFor();
    await other.getByRole('slider', { name: 'Position' }).waitFor();
    expect(await other.locator('[data-film-reactions]').count()).toBe(0);
    arrive();
    await other.locator('[data-film-reactions]').waitFor({ state: 'attached' });
    await other.close();
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

  test('[WFR1] who may not write has no bar, and sees those of others', async () => {
    await call(anna, 'UpdateRoomSettings', { settings: { chat_enabled: true } });
    const other = await browser.context.newPage();
    await other.addInitScript(
      (value) => localStorage.setItem('matinee.session', value),
      JSON.stringify({ accessToken: ben.token, refreshToken: ben.refreshToken }),
    );
    await other.goto(`${server.url}/r/${room}`);
    const above = other.locator('[data-film-reactions="flying"]');
    const opener = other.getByRole('button', { name: 'React to the film (R)' });
    await opener.waitFor();
    await above.waitFor({ state: 'attached' });
    await call(anna, 'UpdateRoomSettings', { settings: { member_permissions: { removed: ['send_chat_messages'] } } });
    await opener.waitFor({ state: 'detached' });
    await send(anna, '🎉');
    await above.getByText('🎉').waitFor({ state: 'attached' });
    await other.keyboard.press('r');
    expect(await other.getByRole('dialog', { name: 'React to the film' }).count()).toBe(0);
    await other.close();
  });
});
