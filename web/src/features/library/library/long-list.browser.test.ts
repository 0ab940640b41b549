import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The maximum number of items in a playlist. */
const many = 1000;

describe.skipIf(!hasChromium)('a long playlist', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;
  let ids: string[];

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    ids = [];
    for (let start = 1; start <= many; start += 100) {
      const items = Array.from({ length: 100 }, (_, index) => ({
        name: `Film ${start + index}`,
        source: { direct_url: { url: `https://media.example.org/${start + index}.mp4` } },
      }));
      const { media } = await server.ok({
        call: 'RoomService.AddMediaBatch',
        token: anna.token,
        room,
        request: { items },
      });
      ids.push(...media.map(({ id }: { id: string }) => id));
    }
    await playSecond();
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** Plays the second video. It has no film, so the page leaves it for the next one after ten seconds. [SY41] */
  const playSecond = () =>
    server.ok({ call: 'RoomService.StartPlayback', token: anna.token, room, request: { media_id: ids[1]! } });
  const rows = () => page.locator('li[data-id]');
  const scroller = () => page.getByRole('group', { name: 'Videos' });

  test('[WL16] keeps few rows in the page, and each says its place among all', async () => {
    await rows().first().waitFor();
    await expectAccessible(page);
    await expect
      .poll(async () => {
        await scroller().evaluate((element) => element.scrollTo(0, element.scrollHeight));
        return rows().last().getAttribute('aria-posinset');
      })
      .toBe(String(many));
    expect(await rows().count()).toBeLessThan(60);
    expect(await rows().last().getAttribute('aria-setsize')).toBe(String(many));
    await rows().last().getByText('Film 1000', { exact: true }).waitFor();
    await expectAccessible(page);
  });

  test('[WL16] scrolling takes the focus from nobody', async () => {
    await scroller().evaluate((element) => element.scrollTo(0, 0));
    const first = page.getByRole('button', { name: 'Move Film 1', exact: true });
    await first.focus();
    await scroller().evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.getByText('Film 1000', { exact: true }).waitFor();
    expect(await first.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('[WL4] [WL16] an item moves by keyboard past the rows that are drawn', async () => {
    await scroller().evaluate((element) => element.scrollTo(0, 0));
    const handle = page.getByRole('button', { name: 'Move Film 3', exact: true });
    await handle.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('End');
    await page.getByText(`Place ${many} of ${many}.`).waitFor();
    await page.keyboard.press('Space');
    const last = async () =>
      (
        await server.ok({
          call: 'RoomService.ListPlaylistItems',
          token: anna.token,
          room,
          request: { page: 10, page_size: 100 },
        })
      ).media.at(-1).id;
    await expect.poll(last).toBe(ids[2]);
  });

  test('[WL14] [WL15] says what is next, and finds and plays what somebody looks for', async () => {
    await playSecond();
    await page.getByText('Up next: Film 4').waitFor();
    await page.getByRole('button', { name: 'Search and sort' }).click();
    await page.getByLabel('Search the playlist').fill('film 99');
    await page.getByText('11 videos match').waitFor();
    await page.getByLabel('Order').selectOption('name');
    await page.getByRole('button', { name: 'The other way round' }).click();
    await expect.poll(() => rows().first().innerText()).toContain('Film 999');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Play Film 999', exact: false }).click();
    const playing = async () =>
      (await server.ok({ call: 'RoomService.GetPlayback', token: anna.token, room })).playback_state.media_id;
    await expect.poll(playing).toBe(ids[998]);
    await page.getByLabel('Search the playlist').fill('no such film');
    await page.getByText('Nothing matches').waitFor();
  });
});
