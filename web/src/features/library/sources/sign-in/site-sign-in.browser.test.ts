import { client, startTwitchServer, type TwitchServer } from '@matinee/server/providers/twitch/twitch.fake.ts';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('signing in on the page of a site', () => {
  let server: TestServer;
  let twitch: TwitchServer;
  let browser: TestBrowser;
  let page: Page;
  let anna: TestUser;

  beforeAll(async () => {
    [twitch, browser] = await Promise.all([startTwitchServer(), startBrowser()]);
    const settings = { 'twitch.client': { username: client.clientId, password: client.clientSecret } };
    server = await startTestServer({ webRoot, settings, sites: twitch.sites });
    anna = await server.signUp('anna');
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  });

  afterAll(async () => {
    await browser?.close();
    twitch?.stop();
    await server?.stop();
  });

  test('[WSO23] what the operator has set up is looked around in without an account', async () => {
    const room = await makeRoom(server, anna);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
    await page.getByRole('tabpanel').getByRole('button', { name: 'YouTube and servers' }).click();
    await page.getByRole('button', { name: 'Folder Live now' }).waitFor();
    expect(await page.getByRole('switch', { name: 'Let the room watch' }).count()).toBe(0);
    await expectAccessible(page);
  });

  test('[WSO21] asks for no address, and shows the code of the page', async () => {
    await page.goto(`${server.url}/account`);
    const sources = page.getByRole('region', { name: 'Sources' });
    await sources.getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('button', { name: /^Twitch/ }).click();
    expect(await page.getByRole('button', { name: 'Use a password instead' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign in in the browser' }).click();
    const link = page.getByRole('link', { name: 'Open www.twitch.tv' });
    expect(await link.getAttribute('href')).toBe('https://www.twitch.tv/activate?device-code=ABCDEFGH');
    await page.getByText('ABCDEFGH').waitFor();
    await expectAccessible(page);
    for (const code of twitch.codes.keys()) twitch.codes.set(code, 'agreed');
    await sources.getByText('Twitch · anna_films').waitFor();
    await sources.getByRole('button', { name: 'Test twitch.tv' }).click();
    await page.getByText('twitch.tv accepts your account.').waitFor();
    // All people in the room can watch the films that are found there.
    expect(await sources.getByRole('switch').count()).toBe(0);
  });
});
