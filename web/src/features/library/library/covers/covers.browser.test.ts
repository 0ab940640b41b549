import { type FakeEmby, startFakeEmby } from '@matinee/server/providers/emby/emby.fake.ts';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const pictures = 'https://i.vimeocdn.com';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

describe.skipIf(!hasChromium)('pictures of films', () => {
  let server: TestServer;
  let emby: FakeEmby;
  let site: Origin;
  let browser: TestBrowser;
  let anna: TestUser;
  let page: Page;

  beforeAll(async () => {
    [emby, site, browser] = await Promise.all([
      startFakeEmby(),
      startOrigin((request, response) => {
        if (request.url === '/picture') return void response.setHeader('content-type', 'image/png').end(png);
        const told = {
          version: '1.0',
          title: 'A film of somebody',
          duration: 754,
          thumbnail_url: `${pictures}/picture`,
        };
        response.setHeader('content-type', 'application/json').end(JSON.stringify(told));
      }),
      startBrowser({ width: 390, height: 844 }),
    ]);
    server = await startTestServer({ webRoot, sites: { 'https://vimeo.com': site.url, [pictures]: site.url } });
    anna = await server.signUp('anna');
    const room = await makeRoom(server, anna);
    const { url, username, password } = emby;
    const { account } = await server.ok({
      call: 'EmbyProviderService.Login',
      token: anna.token,
      request: { url, username, password },
    });
    const call = (name: string, request: object) =>
      server.ok({
        call: `RoomService.${name}`,
        token: anna.token,
        room,
        request: JSON.parse(JSON.stringify(request)),
      });
    const source = { emby: { account_id: account.id, item_id: 'm1' } };
    const { media } = await call('AddMedia', { name: 'from home', source });
    await call('StartPlayback', { media_id: media.id });
    await call('StopPlayback', {});
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
  });

  afterAll(async () => {
    await browser?.close();
    emby?.stop();
    site?.stop();
    await server?.stop();
  });

  test('[WPH1] what was played shows its picture', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'What was played' }).click();
    const dialog = page.getByRole('dialog', { name: 'What was played' });
    await dialog.locator('[data-cover=shown] img').waitFor();
    await page.keyboard.press('Escape');
  });

  test('[WL12] a pasted link shows its length and picture, which nothing but this server loads', async () => {
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && /^http/.test(request.url())) elsewhere.push(request.url());
    });
    await page.getByRole('tab', { name: 'Playlist' }).click();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'https://vimeo.com/76979871');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    const bar = page.getByRole('region', { name: 'Pasted link' });
    await bar.getByText('12:34').waitFor();
    await bar.locator('[data-cover=shown] img').waitFor();
    expect(elsewhere).toEqual([]);
  });
});
