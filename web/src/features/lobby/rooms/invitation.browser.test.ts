import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('the invitation', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let host: TestUser;
  let friend: TestUser;

  beforeAll(async () => {
    const settings = { 'user.enableInstantSignup': true, 'user.enableGuest': true };
    [server, browser] = await Promise.all([
      startTestServer({ webRoot, settings }),
      startBrowser({ width: 390, height: 844 }),
    ]);
    [host, friend] = [await server.signUp('anna'), await server.signUp('ben')];
    page = await browser.context.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** Makes a room with two people in it, which plays an item of 6000 seconds from 12:34 on. */
  async function openRoom(request: object): Promise<string> {
    const room = await makeRoom(server, host, { name: 'Friday film', ...request });
    const media = await addMedia(server, room, host, 'Night of the comets');
    await server.sql('update media set duration_seconds = 6000 where id = $1', [media]);
    await server.ok({ call: 'RoomService.StartPlayback', token: host.token, room, request: { media_id: media } });
    const at = { position_seconds: 754, is_playing: true };
    await server.ok({ call: 'RoomService.UpdatePlaybackState', token: host.token, room, request: at });
    await joinRoom(server, room, friend);
    for (const { token } of [host, friend]) await server.socket(room, token);
    return room;
  }

  async function shoot(name: string): Promise<void> {
    if (!process.env.MATINEE_SHOTS) return;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${process.env.MATINEE_SHOTS}/${name}-${colorScheme}.png` });
    }
  }

  test('[WR14] names and faces of those who are there, and where the film is, going on', async () => {
    const shown = { allow_guests: true, guest_permissions: { added: ['view_members'] } };
    const room = await openRoom({ visibility: 'public', settings: shown });
    await page.goto(`${server.url}/r/${room}`);
    await page.getByText(`${host.username}\u2069 and \u2068${friend.username}\u2069 are here`).waitFor();
    const position = page.getByText(/^\d+:\d\d of 1:40:00$/);
    const first = await position.textContent();
    expect(first).toMatch(/^1[23]:/);
    await expect.poll(() => position.textContent()).not.toBe(first);
    await expectAccessible(page);
    await shoot('invitation');
    await page.evaluate(`localStorage.setItem('matinee.language', 'de')`);
    await page.reload();
    await page.getByText(`\u2069 und \u2068${friend.username}\u2069 sind da`).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await shoot('invitation-de');
    await page.evaluate(`localStorage.removeItem('matinee.language')`);
  });

  test('[WR30] on a phone held sideways the button is in sight', async () => {
    const shown = { allow_guests: true, guest_permissions: { added: ['view_members'] } };
    const room = await openRoom({ visibility: 'public', settings: shown });
    await page.setViewportSize({ width: 740, height: 360 });
    await page.goto(`${server.url}/r/${room}`);
    await page.getByText('Night of the comets').waitFor();
    await page.getByRole('textbox').fill('Lea');
    const button = page.getByRole('main').getByRole('button', { name: 'Join and watch' });
    const { y, height } = (await button.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    await shoot('invitation-sideways');
    await page.setViewportSize({ width: 390, height: 844 });
  });

  test('[WR14] where a name leads in at once, a hidden room says it all too', async () => {
    const room = await openRoom({ visibility: 'hidden' });
    await page.goto(`${server.url}/r/${room}`);
    await page.getByText(`${host.username}\u2069 and \u2068${friend.username}\u2069 are here`).waitFor();
    await page.getByText('Night of the comets').waitFor();
  });

  test('[WR14] where names are for members only, how many are there, and of a hidden room not what plays', async () => {
    const root = await server.signIn();
    const request = { settings: { user: { enableInstantSignup: false } }, updateMask: 'user.enableInstantSignup' };
    await server.ok({ call: 'AdminService.UpdateSettings', token: root.token, request });
    for (const visibility of ['public', 'hidden']) {
      const room = await openRoom({ visibility });
      await page.goto(`${server.url}/r/${room}`);
      await page.getByText('2 people are here').waitFor();
      expect(await page.getByText(friend.username).count()).toBe(0);
      expect(await page.getByText('Night of the comets').count()).toBe(visibility === 'public' ? 1 : 0);
      await expectAccessible(page);
      await shoot(`invitation-${visibility}`);
    }
  });

  test('[WR28] until the visitor stirs, the card is all that is loaded', async () => {
    const room = await makeRoom(server, host);
    // A new browser profile: its caches are empty.
    const stranger = await startBrowser({ width: 390, height: 844 }, [], { keepsApp: true });
    const visit = await stranger.context.newPage();
    const devTools = await stranger.context.newCDPSession(visit);
    await devTools.send('Network.enable');
    let bytes = 0;
    devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await visit.goto(`${server.url}/r/${room}`, { waitUntil: 'networkidle' });
    await visit.getByText('invites you to').waitFor();
    const atRest = bytes;
    expect(atRest).toBeLessThan(150_000);
    await visit.mouse.move(100, 100);
    // The code of the room loads for a visitor who may enter.
    await expect.poll(() => bytes - atRest).toBeGreaterThan(40_000);
    await stranger.close();
  });
});
