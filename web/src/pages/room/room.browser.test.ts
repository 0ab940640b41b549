import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import type { ContractCall } from '@matinee/testkit/contract-call.ts';
import { hasFfmpeg, makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, spokenNodes, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const film = `document.querySelector('video')`;

describe.skipIf(!hasChromium || !hasFfmpeg)('the room page', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let media: TestMedia;
  let anna: TestUser;
  let room: string;
  let page: Page;

  const items = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => ({
      name: `${name} ${index + 1}`,
      source: { direct_url: { url: `${media.mp4Url}?${name}=${index}`, subtitles: [] } },
    }));
  const asAnna = (call: string, request: NonNullable<ContractCall['request']> = {}) =>
    server.ok({ call, token: anna.token, room, request });
  /** The last action of a person. Buffering on a busy machine does not count. */
  const lastDeed = async () => {
    const { playback_state } = await asAnna('RoomService.GetPlayback');
    return ['wait', 'resume'].includes(playback_state.action) ? undefined : playback_state.action;
  };
  const rows = () => page.locator('li[data-id]').count();
  const isPaused = () => page.evaluate<boolean>(`${film}.paused`);

  beforeAll(async () => {
    [server, browser, media] = await Promise.all([startTestServer({ webRoot }), startBrowser(), makeTestMedia(30)]);
    anna = await server.signUp('anna');
    const created = await server.ok({ call: 'UserService.CreateRoom', token: anna.token, request: { name: 'Cinema' } });
    room = created.room.id;
    await asAnna('RoomService.AddMediaBatch', { items: items(100, 'Film') });
    await asAnna('RoomService.AddMediaBatch', { items: items(60, 'Short') });
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
  });

  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[WRM10] a panel whose code does not come breaks nothing, and is there once it does', async () => {
    const other = await browser.context.newPage();
    await signInBrowser(other, anna);
    await other.goto(`${server.url}/r/${room}`);
    await other.getByLabel('Write a message').waitFor();
    await other.route('**/assets/*.js', (route) => route.abort());
    await other.waitForEvent('requestfailed');
    await other.getByRole('tab', { name: 'Playlist' }).click();
    await other.unroute('**/assets/*.js');
    await other.getByRole('group', { name: 'Videos' }).waitFor();
    await other.close();
  });

  test('[WRM11] a dialog and a menu whose code does not come break nothing, and open once it does', async () => {
    // The service worker that keeps the app would answer instead of the server.
    const context = await browser.context.browser()!.newContext({ locale: 'en-US', serviceWorkers: 'block' });
    const other = await context.newPage();
    await signInBrowser(other, anna);
    await other.goto(`${server.url}/r/${room}`);
    await other.getByLabel('Write a message').waitFor();
    const said = other.getByRole('status').getByText('This could not be loaded yet');
    const away = () => other.route('**/assets/*.js', (route) => route.abort());
    await away();
    await other.getByRole('button', { name: 'More' }).click();
    await said.waitFor();
    await other.unroute('**/assets/*.js');
    await other.getByRole('menuitem', { name: 'Keyboard' }).waitFor();
    await said.waitFor({ state: 'hidden' });
    await other.keyboard.press('Escape');
    await other.getByRole('menu').waitFor({ state: 'hidden' });
    await away();
    await other.getByRole('button', { name: 'Invite' }).first().click();
    await said.waitFor();
    await other.getByLabel('Write a message').fill('still here');
    // The server answers, so the page's code may be of an older version.
    await other.getByRole('button', { name: 'Load again' }).waitFor();
    await other.unroute('**/assets/*.js');
    await other.getByRole('dialog').getByRole('button', { name: 'Copy link' }).waitFor();
    await other.keyboard.press('Escape');
    await expect.poll(() => other.evaluate(`document.activeElement?.tagName`)).toBe('TEXTAREA');
    await context.close();
  });

  test('[CS8] a long playlist is loaded as far as somebody scrolls', async () => {
    await page.getByText('Film 1', { exact: true }).waitFor();
    const more = page.getByRole('button', { name: 'Show 60 more' });
    await more.waitFor();
    await more.scrollIntoViewIfNeeded();
    await more.waitFor({ state: 'hidden' });
    await page.getByRole('group', { name: 'Videos' }).evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await page.getByText('Short 60', { exact: true }).waitFor();
    expect(await page.locator('li[data-id]').last().getAttribute('aria-posinset')).toBe('160');
  });

  test('[WL6] a playlist inside opens, takes what is added, and is left when it is deleted', async () => {
    await page.getByRole('button', { name: 'New playlist' }).click();
    await page.getByLabel('Name').fill('Season 1');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Open Season 1' }).click();
    await page.getByText('Nothing here yet').waitFor();
    await page.getByRole('tabpanel').getByLabel('Link or title').fill(`${media.mp4Url}?episode=1`);
    await page.keyboard.press('Enter');
    await until('the video is in the open playlist', async () => (await rows()) === 1);
    await expectAccessible(page);
    const { playlists } = await asAnna('RoomService.ListPlaylistItems');
    expect(playlists).toMatchObject([{ name: 'Season 1', item_count: 1 }]);
    await asAnna('RoomService.DeletePlaylist', { playlist_id: playlists[0].id });
    await page.getByText('Film 1', { exact: true }).waitFor();
    await until('the playlist is gone', async () => !(await page.getByText('Season 1').count()));
  });

  test('[SY33] a click plays or pauses, a double click leaves playback alone', async () => {
    await page.getByRole('button', { name: 'Play Film 1', exact: false }).first().click();
    await until('it plays', async () => (await page.evaluate(`${film} && !${film}.paused`)) === true);
    await page.locator('video').dblclick({ position: { x: 300, y: 200 } });
    await until('full screen', () => page.evaluate<boolean>('document.fullscreenElement !== null'));
    await page.evaluate('document.exitFullscreen()');
    // If the first click had counted, its effect would show by now.
    await page.waitForTimeout(500);
    expect(await isPaused()).toBe(false);
    expect(await lastDeed()).not.toBe('pause');
    expect(await lastDeed()).not.toBe('play');
    await page.locator('video').click({ position: { x: 300, y: 200 } });
    await until('it is paused', isPaused);
    await page.locator('video').click({ position: { x: 300, y: 200 } });
    await until('it plays again', async () => !(await isPaused()));
  });

  test('[WRM1] the keys of the room work while a film is loaded, and rest while a popup of the player is open', async () => {
    const panel = page.getByRole('tab', { selected: true });
    await page.keyboard.press('3');
    await until('the digit has shown a panel', async () => /^People/.test((await panel.textContent()) ?? ''));
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Show the panel' }).waitFor();
    await page.keyboard.press('t');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    // The controls may have disappeared meanwhile.
    await page.locator('video').dispatchEvent('pointermove');
    await page.getByRole('button', { name: 'Speed, subtitles and sound' }).click();
    await page.keyboard.press('2');
    expect(await panel.textContent()).toMatch(/^People/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await until('the digit has shown a panel', async () => (await panel.textContent()) === 'Playlist');
    // Both in one task: the focus is in the field before another key can arrive.
    const isInField = `document.activeElement?.blur();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
      document.activeElement?.matches('[data-chat-input]')`;
    expect(await page.evaluate(isInField)).toBe(true);
  });

  test('[WRM2] the link to the room is copied by a button that has a name', async () => {
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Invite' }).first().click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    const buttons = async () =>
      (await spokenNodes(page)).filter(({ role }) => role === 'button').map(({ name }) => name);
    expect(await buttons()).toContain('Copy link');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await until('the copy is said', async () =>
      (await spokenNodes(page)).some(({ role, name }) => role === 'button' && name === 'Copied'),
    );
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${server.url}/r/${room}`);
    await page.keyboard.press('Escape');
  });

  test('[SY34] a phone held sideways has the film beside the panel, and a tap leaves the room alone', async () => {
    await page.setViewportSize({ width: 844, height: 390 });
    const video = (await page.locator('video').boundingBox())!;
    const panel = (await page.getByRole('complementary').boundingBox())!;
    expect(video.height).toBeGreaterThan(300);
    expect(panel.x).toBeGreaterThanOrEqual(video.x + video.width);
    const cdp = await browser.context.newCDPSession(page);
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const tap = async (x: number) => {
      const touchPoints = [{ x: video.x + video.width * x, y: video.y + 60 }];
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const pause = page.getByRole('button', { name: /^Pause/ });
    const areControlsShown = () =>
      pause.evaluate((button) => getComputedStyle(button.closest('.transition-opacity')!).opacity === '1');
    await until('the controls have gone by themselves', async () => !(await areControlsShown()));
    await tap(0.5);
    await until('the controls are there', areControlsShown);
    // Two taps in quick succession would be a jump.
    await page.waitForTimeout(400);
    await tap(0.5);
    await until('the controls are gone', async () => !(await areControlsShown()), 2_500);
    expect(await isPaused()).toBe(false);
    expect(await lastDeed()).not.toBe('pause');
    // The page makes these taps itself: sent from outside, they would be too far apart on a busy machine.
    await page.evaluate(`for (const type of ['pointerdown', 'click', 'pointerdown', 'click'])
      ${film}.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch', clientX: ${video.x + video.width * 0.9} }))`);
    await until('a jump', async () => (await lastDeed()) === 'seek');
  });

  test('[WX2] what the server refuses is said in the language of the page', async () => {
    const german = await browser.context.newPage();
    await german.addInitScript("localStorage.setItem('matinee.language', 'de')");
    const bert = await server.signUp('bert');
    const { room: locked } = await server.ok({
      call: 'UserService.CreateRoom',
      token: bert.token,
      request: { name: 'Locked', password: 'geheim' },
    });
    await german.goto(`${server.url}/r/${locked.id}`);
    await german.getByLabel('Passwort des Raums').fill('falsch');
    await german.keyboard.press('Enter');
    await german.getByText('Das ist nicht das Passwort des Raums.').waitFor();
  });
});
