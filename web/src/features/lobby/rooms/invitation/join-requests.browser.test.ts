import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('an invitation to a room that lets people in one by one', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let host: TestUser;
  let friend: TestUser;
  let room: string;

  beforeAll(async () => {
    const settings = { 'user.enableInstantSignup': true, 'server.maxRoomsPerUser': 100 };
    [server, browser] = await Promise.all([
      startTestServer({ webRoot, settings }),
      startBrowser({ width: 390, height: 844 }),
    ]);
    [host, friend] = [await server.signUp('anna'), await server.signUp('ben')];
    page = await browser.context.newPage();
    await signInBrowser(page, friend);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  beforeEach(async () => {
    room = await makeRoom(server, host, { name: 'By request', settings: { require_approval: true } });
  });

  async function shoot(name: string): Promise<void> {
    if (!process.env.MATINEE_SHOTS) return;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${process.env.MATINEE_SHOTS}/${name}-${colorScheme}.png` });
    }
  }
  const inRoom = (call: string, request: object = {}) =>
    server.ok({ call, token: host.token, room, request: request as never });
  const firstRequest = async () => (await inRoom('RoomService.ListRoomJoinReviews')).reviews[0];

  test('[WR20] takes a note, waits, and opens the room once the person is let in', async () => {
    await page.goto(`${server.url}/r/${room}`);
    await page.getByLabel(/A few words/).fill('It is me, from the club');
    await expectAccessible(page);
    await shoot('ask');
    await page.getByRole('button', { name: 'Ask to join' }).click();
    await page.getByText('You wrote: It is me, from the club').waitFor();
    await expectAccessible(page);
    await shoot('waiting');
    const { id, note } = await firstRequest();
    expect(note).toBe('It is me, from the club');
    await inRoom('RoomService.ApproveRoomJoinReview', { request_id: id });
    await page.getByRole('tab', { name: 'Chat' }).waitFor();
  });

  test('[WR20] is taken back, and asked again', async () => {
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('button', { name: 'Ask to join' }).click();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('button', { name: 'Ask to join' }).waitFor();
    expect((await inRoom('RoomService.ListRoomJoinReviews')).total).toBe(0);
  });

  test('[WR20] says why somebody is not let in, and until when', async () => {
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('button', { name: 'Ask to join' }).click();
    await page.getByRole('button', { name: 'Take it back' }).waitFor();
    const { id } = await firstRequest();
    await inRoom('RoomService.RejectRoomJoinReview', { request_id: id, reason: 'Family only' });
    await page.getByText('Family only').waitFor();
    await page.getByText(/You can ask again after/).waitFor();
    await shoot('rejected');
  });

  test('[WR2] says that somebody is banned from the room, and why', async () => {
    await inRoom('RoomService.BanFromRoom', { user_id: friend.id, reason: 'Told the end', duration_seconds: 3_600 });
    await page.goto(`${server.url}/r/${room}`);
    await page.getByText(/You were banned from this room until/).waitFor();
    await page.getByText('Told the end').waitFor();
  });

  test('[WR20] somebody without an account asks by a name', async () => {
    // Under another host name of the server, the browser is not signed in.
    const outside = await browser.context.newPage();
    await outside.goto(`${server.url.replace('127.0.0.1', 'localhost')}/r/${room}`);
    await outside.getByLabel(/name/i).first().fill('Clara');
    await outside.locator('form button[type=submit]').click();
    await outside.getByRole('button', { name: 'Take it back' }).waitFor();
    expect((await firstRequest()).username).toBe('Clara');
  });
});
