import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('votes about the queue', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let [anna, ben]: TestUser[] = [];
  let room: string;
  let items: string[];
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 320, height: 640 })]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna!);
    await joinRoom(server, room, ben!);
    items = [];
    for (const name of ['Metropolis', 'A film with quite a long name, as they have', 'Faust'])
      items.push(await addMedia(server, room, anna!, name));
    await inRoom('RoomService.StartPlayback', { media_id: items[0]!, paused: true });
    page = await browser.context.newPage();
    await signInBrowser(page, anna!);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const inRoom = (call: string, request: object, { token }: TestUser = anna!) =>
    server.ok({ call, token, room, request: request as never });
  const vote = (by: TestUser, place: number, how: string) =>
    inRoom('QueueVotesService.VoteForItem', { media_id: items[place]!, vote: how }, by);
  const row = (place: number) => page.locator(`li[data-id="${items[place]}"]`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heightOf = async (place: number) => (await row(place).boundingBox())?.height;

  test('[WQV1] [WQV2] a press votes, another takes it back, and the row stays as high and inside the screen', async () => {
    const before = await heightOf(2);
    await button('Vote “Faust” up').click();
    await button('Votes about “Faust”: 1 up, 0 down').waitFor();
    await page.getByRole('button', { name: 'Vote “Faust” up', pressed: true }).waitFor();
    expect(await heightOf(2)).toBe(before);
    await vote(ben!, 2, 'up');
    await button('Votes about “Faust”: 2 up, 0 down').waitFor();
    await button('Vote “Faust” down').click();
    await button('Votes about “Faust”: 1 up, 1 down').waitFor();
    await page.getByRole('button', { name: 'Vote “Faust” down', pressed: true }).click();
    await button('Votes about “Faust”: 1 up, 0 down').waitFor();
    expect(await page.getByRole('button', { name: 'Vote “Faust” up', pressed: true }).count()).toBe(0);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

  test('[WQV1] [WQV3] the counts name who voted, and after a reload the own vote still stands', async () => {
    await button('Vote “Faust” down').click();
    const counts = button('Votes about “Faust”: 1 up, 1 down');
    await counts.hover();
    await counts.getByText(ben!.username).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Playlist' }).click();
    await page.getByRole('button', { name: 'Vote “Faust” down', pressed: true }).waitFor();
    await counts.click();
    const dialog = page.getByRole('dialog', { name: 'Votes' });
    await dialog.getByText('1 person is for it').waitFor();
    await dialog.getByText(ben!.username, { exact: true }).waitFor();
    await dialog.getByText('you', { exact: true }).waitFor();
    await dialog.getByText('In this room votes are only shown.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  test('[WQV4] by votes the best one plays next, its row comes behind what played, and its votes end', async () => {
    await vote(anna!, 2, 'up');
    await page.getByRole('button', { name: 'After a video ends: play the next one' }).click();
    await page.getByRole('menuitemradio', { name: 'play the one with the best votes' }).click();
    await page.getByRole('button', { name: 'After a video ends: play the one with the best votes' }).waitFor();
    await button('Votes about “Faust”: 2 up, 0 down').click();
    await page.getByText('In this room the video with the best votes plays next.').waitFor();
    await page.keyboard.press('Escape');
    await button('Play the next video').click();
    await page.locator(`li[data-id="${items[2]}"][aria-current]`).waitFor();
    const order = () =>
      page.locator('li[data-id]').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-id')));
    await expect.poll(order).toEqual([items[0], items[2], items[1]]);
    await inRoom('RoomService.StopPlayback', {});
    await button('Votes about “Faust”: 2 up, 0 down').waitFor({ state: 'detached' });
  });

  test('[WT7] in a language that is read from the right, a Latin name stands at the right of its row', async () => {
    await page.evaluate(`localStorage.setItem('matinee.language', 'ar')`);
    await page.reload();
    await page.getByRole('tab').nth(1).click();
    const name = page.getByText('Metropolis', { exact: true });
    await name.waitFor();
    const gap = await name.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return element.getBoundingClientRect().right - range.getBoundingClientRect().right;
    });
    expect(gap).toBeLessThan(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
