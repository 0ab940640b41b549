import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('what was played', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 390, height: 844 })]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    for (const name of ['first', 'second']) await start(await addMedia(server, room, anna, name));
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const start = (media_id: string) =>
    server.ok({ call: 'RoomService.StartPlayback', token: anna.token, room, request: { media_id } });
  const open = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'What was played' }).click();
    return page.getByRole('dialog', { name: 'What was played' });
  };
  const rows = () => page.getByRole('list', { name: 'What was played' }).getByRole('listitem');

  test('[WPH1] [WPH2] [WPH3] is listed newest first, follows the room, and is played again or deleted', async () => {
    const dialog = await open();
    await expect.poll(() => rows().count()).toBe(2);
    expect(await rows().first().innerText()).toMatch(/second[\s\S]*started by anna[\s\S]*Plays now/);
    await expectAccessible(page);
    await start(await addMedia(server, room, anna, 'third'));
    await expect.poll(() => rows().count()).toBe(3);
    await dialog.getByRole('button', { name: 'Play first again' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { playback_state: state } = await server.ok({ call: 'RoomService.GetPlayback', token: anna.token, room });
    const { media } = await server.ok({ call: 'RoomService.ListPlaylistItems', token: anna.token, room });
    expect(media.find(({ id }: { id: string }) => id === state.media_id).name).toBe('first');
    await open();
    await expect.poll(() => rows().count()).toBe(4);
    await page.getByRole('button', { name: 'More for third' }).click();
    await page.getByRole('menuitem', { name: 'Delete from this list' }).click();
    await expect.poll(() => rows().count()).toBe(3);
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click();
    await expect.poll(() => rows().filter({ hasText: 'second' }).count()).toBe(0);
  });
});
