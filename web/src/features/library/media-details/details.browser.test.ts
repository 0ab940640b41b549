import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const shots = process.env.MATINEE_SHOTS;

describe.skipIf(!hasChromium)('the details of an item', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 390, height: 844 })]);
    anna = await server.signUp('anna');
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const items = async (room: string) =>
    (await server.ok({ call: 'RoomService.ListPlaylistItems', token: anna.token, room })).media;
  const openRoom = async (room: string) => {
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
  };

  test('[WL19] something new is added with subtitles and headers; what is refused is said at its field', async () => {
    const room = await makeRoom(server, anna);
    await openRoom(room);
    await page.getByRole('button', { name: 'Add with more options' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a video' });
    await dialog.getByLabel('Address of the video').fill('https://films.example/night.mp4');
    await dialog.getByRole('button', { name: 'Add subtitles' }).click();
    const subtitles = dialog.getByRole('group', { name: 'Subtitles' });
    await subtitles.getByLabel('Address', { exact: true }).fill('ftp://films.example/night.srt');
    await subtitles.getByLabel('Language', { exact: false }).fill('de');
    await dialog.getByRole('button', { name: 'Add a header' }).click();
    const headers = dialog.getByRole('group', { name: 'HTTP headers' });
    await headers.getByLabel('Name').fill('Host');
    await headers.getByLabel('Value').fill('films.example');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await subtitles.getByText('The address must begin with http:// or https://.').waitFor();
    await headers.getByText('The server sets this header itself.').waitFor();
    await expectAccessible(page);
    if (shots) await page.screenshot({ path: `${shots}/details-phone.png` });
    await subtitles.getByLabel('Address', { exact: true }).fill('https://films.example/night.srt');
    await headers.getByLabel('Name').fill('X-Key');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    const [item] = await items(room);
    expect(item).toMatchObject({
      name: 'night',
      source: {
        direct_url: {
          subtitles: [{ url: 'https://films.example/night.srt', language: 'de' }],
          headers: { 'X-Key': '' },
        },
      },
    });
  });

  test('[WL19] an item is edited: a name alone leaves its source alone, and headers keep their values', {
    timeout: 60_000,
  }, async () => {
    const room = await makeRoom(server, anna);
    const source = { direct_url: { url: 'https://films.example/day.mp4', headers: { 'X-Key': 'secret' } } };
    await server.ok({ call: 'RoomService.AddMedia', token: anna.token, room, request: { name: 'Day', source } });
    await openRoom(room);
    const open = async () => {
      await page.getByRole('button', { name: /^More for/ }).click();
      await page.getByRole('menuitem', { name: 'Details' }).click();
      return page.getByRole('dialog', { name: 'Details' });
    };
    let dialog = await open();
    if (shots) await page.screenshot({ path: `${shots}/details-edit.png`, animations: 'disabled' });
    await dialog.getByLabel('Name').first().fill('A day');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('A day', { exact: true }).waitFor();
    dialog = await open();
    await dialog.getByText('Empty: stays as it is.', { exact: false }).waitFor();
    await dialog.getByLabel('Who loads it').selectOption('only');
    await dialog.getByRole('button', { name: 'Add an address' }).click();
    const others = dialog.getByRole('group', { name: 'Other addresses of the same video' });
    await others.getByLabel('Address', { exact: true }).fill('https://films.example/day-720.mp4');
    await others.getByLabel('Name').fill('720p');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const [item] = await items(room);
    expect(item).toMatchObject({
      name: 'A day',
      version: 3,
      source: {
        proxy_mode: 'only',
        direct_url: {
          headers: { 'X-Key': '' },
          alternatives: [{ name: '720p', url: 'https://films.example/day-720.mp4' }],
        },
      },
    });
  });
});
