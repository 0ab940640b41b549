import {
  goodToken,
  json,
  startTmdbServer,
  type TmdbServer,
} from '@matinee/server/features/media/film-catalogue/tmdb.fake.ts';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('facts about a film', () => {
  let tmdb: TmdbServer;
  let server: TestServer;
  let browsers: readonly TestBrowser[];
  let anna: TestUser;
  let room: string;
  let annaPage: Page;
  let benPage: Page;

  beforeAll(async () => {
    tmdb = await startTmdbServer();
    server = await startTestServer({
      webRoot,
      sites: tmdb.sites,
      settings: { 'tmdb.apiKey': { password: goodToken } },
    });
    anna = await server.signUp('anna');
    const ben = await server.signUp('ben');
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    for (const name of ['Metropolis.1927.1080p.BluRay.x264-GRP.mkv', 'Nowhere (1999)', 'Faust (1926)'])
      await addMedia(server, room, anna, name);
    const open = async (user: TestUser, viewport: { width: number; height: number }) => {
      const browser = await startBrowser(viewport);
      const page = await browser.context.newPage();
      await signInBrowser(page, user);
      await page.goto(`${server.url}/r/${room}`);
      await page.getByRole('tab', { name: 'Playlist' }).click();
      return { browser, page };
    };
    const all = [await open(anna, { width: 1280, height: 800 }), await open(ben, { width: 390, height: 844 })] as const;
    browsers = all.map(({ browser }) => browser);
    [annaPage, benPage] = [all[0].page, all[1].page];
  });
  afterAll(async () => {
    await Promise.all((browsers ?? []).map((browser) => browser.close()));
    await server?.stop();
    tmdb?.stop();
  });

  const facts = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'About the film' });
  const open = async (page: Page, name: string) => {
    await page.getByRole('button', { name: `More for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    await facts(page).waitFor();
  };

  test('[WFC1] all read what is known about a film, and where that comes from', async () => {
    for (const page of [annaPage, benPage]) {
      await open(page, 'Metropolis (1927)');
      await facts(page).getByRole('heading', { name: 'Metropolis' }).waitFor();
      await facts(page).getByText('1927 · 153 min').waitFor();
      await facts(page).getByText('A city of two halves.').waitFor();
      await facts(page).getByText('This product uses the TMDB API but is not endorsed or certified by TMDB.').waitFor();
      const link = facts(page).getByRole('link', { name: 'More about it' });
      expect(await link.getAttribute('href')).toBe('https://www.themoviedb.org/movie/19');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
    }
  });

  test('[WFC1] where the catalogue has no such film, or gives no answer, a sentence says so', async () => {
    await open(annaPage, 'Nowhere (1999)');
    await facts(annaPage).getByText('The catalogue knows no film by this name.').waitFor();
    await annaPage.keyboard.press('Escape');
    tmdb.instead = (response) => json(response, {}, 503);
    await open(annaPage, 'Faust (1926)');
    await facts(annaPage).getByText('The catalogue of films does not answer at the moment.').waitFor();
    await expectAccessible(annaPage);
    await annaPage.keyboard.press('Escape');
    tmdb.instead = undefined;
  });

  test('[WFC2] who may edit an item says that it is another film', async () => {
    await open(benPage, 'Metropolis (1927)');
    expect(await facts(benPage).getByRole('button', { name: 'This is another film' }).count()).toBe(0);
    await benPage.keyboard.press('Escape');
    await open(annaPage, 'Metropolis (1927)');
    await facts(annaPage).getByRole('button', { name: 'This is another film' }).click();
    await facts(annaPage).getByText('The catalogue knows no film by this name.').waitFor();
    await annaPage.keyboard.press('Escape');
    await open(benPage, 'Metropolis (1927)');
    await facts(benPage).getByText('The catalogue knows no film by this name.').waitFor();
    await benPage.keyboard.press('Escape');
  });

  test('[WFC1] without a catalogue nothing is asked or shown', async () => {
    const root = await server.signIn();
    await server.ok({
      call: 'AdminService.UpdateSettings',
      token: root.token,
      request: { settings: { tmdb: {} }, updateMask: 'tmdb.apiKey' },
    });
    for (const page of [annaPage, benPage]) {
      await page.reload();
      await page.getByRole('tab', { name: 'Playlist' }).click();
    }
    await annaPage.getByRole('button', { name: 'More for Faust (1926)', exact: true }).click();
    await annaPage.getByRole('menuitem', { name: 'Details' }).click();
    await annaPage.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    expect(await facts(annaPage).count()).toBe(0);
    await benPage.getByRole('button', { name: 'More for Faust (1926)', exact: true }).click();
    await benPage.getByRole('menuitem', { name: 'Rate' }).waitFor();
    expect(await benPage.getByRole('menuitem', { name: 'Details' }).count()).toBe(0);
  });
});
