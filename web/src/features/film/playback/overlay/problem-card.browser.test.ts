import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('an item that does not play', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;

  const add = async (name: string, url: string): Promise<string> => {
    const request = { name, source: { direct_url: { url } } };
    return (await server.ok({ call: 'RoomService.AddMedia', token: anna.token, room, request })).media.id;
  };
  const play = (media_id: string) =>
    server.ok({ call: 'RoomService.StartPlayback', token: anna.token, room, request: { media_id } });
  const plays = async () =>
    (await server.ok({ call: 'RoomService.GetPlayback', token: anna.token, room })).playback_state.media_name;
  const names = () => page.locator('li[data-id]').allTextContents();

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(30, smallFilm),
      startBrowser(),
    ]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
  });

  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[SY41] it is left after a moment, and everybody is told', async () => {
    const broken = await add('Broken', media.missingUrl);
    await add('Good', media.mp4Url);
    await play(broken);
    await page.getByText(/^Next video in \d+ seconds$/).waitFor();
    await page.getByText('“Broken” could not be played and was skipped.').waitFor();
    await expect.poll(plays).toBe('Good');
    await page.getByRole('heading', { name: 'There is no video at this address' }).waitFor({ state: 'hidden' });
  });

  test('[SY41] the card offers to stay, to go on, to remove it and to copy its address', async () => {
    const again = await add('Broken again', `${media.missingUrl}?again`);
    await add('Last', `${media.mp4Url}?last`);
    await play(again);
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByText(/^Next video in/).waitFor({ state: 'hidden' });
    await expectAccessible(page);
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy address' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${media.missingUrl}?again`);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(plays).toBe('Last');
    await expect.poll(async () => (await names()).some((name) => name.includes('Broken again'))).toBe(false);
  });

  test('[WL7] a removed item comes back to its place', async () => {
    const before = (await names()).map((name) => /Broken|Good|Last/.exec(name)?.[0]);
    expect(before).toEqual(['Broken', 'Good', 'Last']);
    await page.getByRole('button', { name: 'More for Good' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect.poll(async () => (await names()).length).toBe(2);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(async () => (await names()).map((name) => /Broken|Good|Last/.exec(name)?.[0])).toEqual(before);
  });
});
