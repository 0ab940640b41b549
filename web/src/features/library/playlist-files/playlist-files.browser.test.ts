import { readFileSync } from 'node:fs';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('playlists as files', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let page: Page;

  const call = (room: string, name: string, request: Parameters<TestServer['ok']>[0]['request'] = {}) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room, request });
  const namesIn = async (room: string) =>
    (await call(room, 'ListPlaylistItems', { page_size: 100 })).media.map(({ name }: { name: string }) => name);
  const dialog = () => page.getByRole('dialog', { name: 'Playlist as a file' });
  async function open(room: string): Promise<void> {
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Playlist as a file' }).click();
    await dialog().waitFor();
  }
  const load = (name: string, text: string) =>
    dialog()
      .getByLabel('Choose file')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 1280, height: 800 })]);
    anna = await server.signUp('anna');
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WPF1] [WPF3] [WPF4] what one room saves, another one loads', async () => {
    const [from, to] = [await makeRoom(server, anna), await makeRoom(server, anna)];
    for (const name of ['First, "quoted"', 'Second'])
      await call(from, 'AddMedia', { name, source: { direct_url: { url: `${server.url}/${name.length}.mp4` } } });
    await open(from);
    await dialog().getByText('CSV', { exact: true }).click();
    const download = page.waitForEvent('download');
    await dialog().getByRole('button', { name: 'Save file' }).click();
    await dialog().getByText('2 videos were saved.').waitFor();
    await expectAccessible(page);
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    const text = readFileSync(await file.path(), 'utf8');
    await open(to);
    await load('list.csv', text);
    await dialog().getByText('2 videos can be added.').waitFor();
    await dialog().getByRole('button', { name: 'Add 2 videos' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await namesIn(to)).toEqual(['First, "quoted"', 'Second']);
  });

  test('[WPF5] a list of channels becomes live streams in playlists of their groups', async () => {
    const room = await makeRoom(server, anna);
    await open(room);
    const channel = (name: string, group: string, address: string) =>
      `#EXTINF:-1 tvg-name="${name}" group-title="${group}",${name}\n${address}\n`;
    const list = [
      channel('Erste', 'Für alle', 'http://example.org/live/1001'),
      channel('Cam', 'Doors', 'rtsp://ann:pass@camera.example.org/door'),
      channel('Zweite', 'Für alle', 'http://example.org/two.m3u8'),
    ].join('');
    const buffer = Buffer.from(`#EXTM3U\n${list}http://example.org/film.mp4\n`, 'latin1');
    await dialog().getByLabel('Choose file').setInputFiles({ name: 'tv.m3u', mimeType: 'audio/mpegurl', buffer });
    await dialog().getByText('4 videos can be added.').waitFor();
    await dialog().getByText('Their 2 groups become playlists of their own.').waitFor();
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Add 4 videos' }).click();
    await dialog().waitFor({ state: 'detached' });
    const { playlists } = await call(room, 'ListPlaylists');
    const found: Record<string, string[]> = {};
    for (const { id, name, parent_id: parent } of playlists) {
      if (parent === undefined) continue;
      const { media } = await call(room, 'ListPlaylistItems', { playlist_id: id, page_size: 100 });
      found[name] = media.map((one: { name: string; source: object }) => `${one.name} ${Object.keys(one.source)}`);
    }
    expect(found).toEqual({ 'Für alle': ['Erste live_proxy', 'Zweite direct_url'], Doors: ['Cam live_proxy'] });
    expect(await namesIn(room)).toEqual(['film']);
  });

  test('[WPF3] what cannot be added is said by line, and what is no playlist in a sentence', async () => {
    const room = await makeRoom(server, anna);
    await open(room);
    await load('film.m3u', '#EXTM3U\n#EXTINF:5,Good\nhttps://example.org/good.mp4\nC:\\films\\bad.mkv\n');
    await dialog().getByText('1 video can be added.').waitFor();
    await dialog().getByText('Line 4: on somebody’s computer, not on the web').waitFor();
    await expectAccessible(page);
    await load('film.m3u', '\u0000\u0001not a list');
    await dialog().getByRole('alert').getByText('This file is not a playlist.').waitFor();
    await load('film.m3u', 'x'.repeat(2_000_001));
    await dialog().getByRole('alert').getByText('This file is too large').waitFor();
    expect(await namesIn(room)).toEqual([]);
  });
});
