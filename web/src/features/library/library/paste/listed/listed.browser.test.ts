import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const count = 90;
const channel = (index: number) =>
  `#EXTINF:-1 tvg-logo="logo.png" group-title="${index % 2 === 0 ? 'News' : 'Films'}",Channel ${index}\n${index}.mp4`;

describe.skipIf(!hasChromium)('a link to a list of channels', () => {
  let server: TestServer;
  let origin: Origin;
  let browser: TestBrowser;
  let anna: TestUser;
  let page: Page;
  let room: string;

  beforeAll(async () => {
    [server, origin, browser] = await Promise.all([
      startTestServer({ webRoot }),
      startOrigin((request, response) => {
        const isList = request.url?.endsWith('.m3u');
        response.writeHead(isList || request.url?.endsWith('.mp4') ? 200 : 404, { 'accept-ranges': 'bytes' });
        response.end(
          isList ? ['#EXTM3U', ...Array.from({ length: count }, (_, index) => channel(index))].join('\n') : '',
        );
      }),
      startBrowser({ width: 390, height: 844 }),
    ]);
    anna = await server.signUp('anna');
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  });

  afterAll(async () => {
    await browser?.close();
    origin?.stop();
    await server?.stop();
  });

  const bar = () => page.getByRole('region', { name: 'Pasted link' });
  const openRoom = async () => {
    room = await makeRoom(server, anna);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
  };
  const typeLinks = async (links: string) => {
    await page.getByRole('tabpanel').getByLabel('Link or title').fill(links);
    await page.keyboard.press('Enter');
  };
  const names = async () => {
    const request = { page_size: 100 };
    const { media } = await server.ok({ call: 'RoomService.ListPlaylistItems', token: anna.token, room, request });
    return media.map(({ name }: { name: string }) => name);
  };

  test('[WL33] is searched, and what is chosen is added', async () => {
    await openRoom();
    await typeLinks(`${origin.url}/all.m3u`);
    await bar().getByText('Add this list?').waitFor();
    await bar().getByText(`${count} items`).waitFor();
    await expectAccessible(page);
    await bar().getByLabel('Search the list').fill('news channel 1');
    await bar().getByRole('checkbox', { name: 'Channel 10 News' }).check();
    await bar().getByRole('checkbox', { name: 'Channel 12 News' }).check();
    await bar().getByLabel('Search the list').fill('films 7');
    await bar().getByRole('checkbox', { name: 'Channel 7 Films' }).check();
    await bar().getByRole('button', { name: 'Add 3' }).click();
    await page.getByText('3 videos are in the playlist.').waitFor();
    await bar().waitFor({ state: 'hidden' });
    expect(await names()).toEqual(['Channel 7', 'Channel 10', 'Channel 12']);
  });

  test('[WL33] is added as a whole, however it comes in', async () => {
    await openRoom();
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text', ${JSON.stringify(`${origin.url}/all.m3u`)});
      document.activeElement?.blur();
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    })()`);
    await bar()
      .getByRole('button', { name: `Add all (${count})` })
      .click();
    await page.getByText(`${count} videos are in the playlist.`).waitFor();
    expect(await names()).toHaveLength(count);
  });

  test('[WL33] is left out among several links, and that is said', async () => {
    await openRoom();
    await typeLinks(`${origin.url}/one.mp4 ${origin.url}/all.m3u`);
    await page.getByText('1 link is a list of channels.', { exact: false }).waitFor();
    await expect.poll(names).toEqual(['one']);
  });
});
