import { type FakeSeafile, startFakeSeafile } from '@matinee/server/providers/seafile/seafile.fake.ts';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('a folder with a password of its own', () => {
  let server: TestServer;
  let cloud: FakeSeafile;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;

  beforeAll(async () => {
    [server, cloud, browser] = await Promise.all([startTestServer({ webRoot }), startFakeSeafile(), startBrowser()]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('region', { name: 'Film' }).getByRole('button', { name: 'YouTube and servers' }).click();
    await page.getByRole('button', { name: /^Seafile/ }).click();
    await page.getByLabel('Address of the server').fill(cloud.url);
    await page.getByLabel('Email address').fill(cloud.username);
    await page.getByLabel('Password', { exact: true }).fill(cloud.password);
    await page.keyboard.press('Enter');
  });

  afterAll(async () => {
    await browser?.close();
    cloud?.stop();
    await server?.stop();
  });

  test('[WSO10] asks for it, says that a wrong one does not open it, and adds what is inside', async () => {
    await page.getByRole('button', { name: 'Folder Vault' }).click();
    await page.getByText('Your account may not read this.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Password of the folder').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('Your account may not read this.').waitFor();
    await page.getByLabel('Password of the folder').fill(cloud.libraryPassword);
    await page.getByRole('button', { name: 'Open the folder' }).click();
    await page.getByRole('checkbox', { name: 'secret.mp4' }).click();
    await page.getByRole('button', { name: 'Add 1 video' }).click();
    await page.getByText('1 video is in the playlist.').waitFor();
    const call = { call: 'RoomService.ListPlaylistItems', token: anna.token, room, request: {} };
    const [added] = (await server.ok(call)).media;
    expect(added.source.seafile).toMatchObject({ path: '/secret.mp4', password: '' });
  });
});
