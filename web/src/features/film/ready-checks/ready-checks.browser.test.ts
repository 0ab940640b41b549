import { hasChromium } from '@matinee/testkit/browser.ts';
import { type FilmRoom, makeFilmRoom } from '@matinee/testkit/films/film-room.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { expectAccessible } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('ready checks', () => {
  let made: FilmRoom;
  let annaPage: Page;
  let benPage: Page;

  const call: FilmRoom['call'] = (...given) => made.call(...given);
  const isPlaying = async () => (await made.state()).is_playing;
  const card = (page: Page) => page.getByRole('region', { name: 'Are you ready?' });
  const ready = (page: Page) => card(page).getByRole('button', { name: 'I’m ready', exact: true });
  const notYet = (page: Page) => card(page).getByRole('button', { name: 'Not yet', exact: true });
  const ask = (page: Page) => page.getByRole('button', { name: /^Ask who is ready/ });
  const stop = (page: Page) => page.getByRole('button', { name: 'Stop asking who is ready' });
  const standing = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
  const isPressed = (page: Page) => ready(page).getAttribute('aria-pressed');

  beforeAll(async () => {
    made = await makeFilmRoom({ seconds: 20, films: ['First'], settings: { wait_seconds: 0, control: 'hosts' } });
    await call('StartPlayback', { media_id: made.films[0]!, paused: true });
    annaPage = await made.open(made.anna);
    benPage = await made.open(made.ben, { width: 390, height: 844 });
  });
  afterAll(() => made?.close());

  test('[WRY1] [WRY2] [WRY4] who has the remote asks, all answer as often as they like, and the film starts', async () => {
    await ask(annaPage).waitFor();
    expect(await ask(benPage).count()).toBe(0);
    await ask(annaPage).focus();
    await annaPage.keyboard.press('Enter');
    await standing(benPage, '1 of 2 are ready').waitFor({ state: 'attached' });
    await stop(annaPage).waitFor();
    expect(await stop(annaPage).evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await stop(benPage).count()).toBe(0);
    expect([await isPressed(annaPage), await isPressed(benPage)]).toEqual(['true', 'false']);
    await card(benPage).getByText('no answer yet').waitFor({ state: 'attached' });
    expect(await card(benPage).getByRole('button', { name: 'Call it off' }).count()).toBe(0);
    expect(await benPage.evaluate(() => document.activeElement?.closest('[aria-label="Are you ready?"]'))).toBeNull();
    await notYet(benPage).click();
    await card(annaPage).getByText('not ready yet').waitFor({ state: 'attached' });
    for (const page of [annaPage, benPage]) await expectAccessible(page);
    await benPage.reload();
    await card(benPage).getByText('not ready yet').waitFor({ state: 'attached' });
    expect(await isPlaying()).toBe(false);
    await ready(benPage).click();
    await expect.poll(isPlaying).toBe(true);
    for (const page of [annaPage, benPage]) await card(page).waitFor({ state: 'detached' });
    await call('UpdatePlaybackState', { is_playing: false });
  });

  test('[WRY2] [WRY3] [WRY5] the key asks and answers, and who has the remote calls it off or starts at once', async () => {
    await ask(annaPage).waitFor();
    await annaPage.keyboard.press('y');
    // The second press answers only once the page knows of the question.
    for (const page of [annaPage, benPage]) await card(page).waitFor();
    await annaPage.keyboard.press('y');
    await standing(benPage, '0 of 2 are ready').waitFor({ state: 'attached' });
    await card(annaPage).getByRole('button', { name: 'Call it off' }).click();
    for (const page of [annaPage, benPage]) await card(page).waitFor({ state: 'detached' });
    for (const page of [annaPage, benPage])
      await page.getByText(/called it off: 0 of 2 were ready\. Not ready: .*ben/).waitFor();
    expect(await isPlaying()).toBe(false);
    await ask(annaPage).click();
    for (const page of [annaPage, benPage]) await card(page).waitFor();
    await stop(annaPage).click();
    await card(benPage).waitFor({ state: 'detached' });
    // Without the panels the card is over the film.
    await annaPage.keyboard.press('t');
    await annaPage.keyboard.press('y');
    await card(annaPage).waitFor();
    await expectAccessible(annaPage);
    await card(annaPage).getByRole('button', { name: 'Start now' }).click();
    await expect.poll(isPlaying).toBe(true);
    await card(benPage).waitFor({ state: 'detached' });
  });
});
