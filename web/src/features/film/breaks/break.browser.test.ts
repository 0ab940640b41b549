import { hasChromium } from '@matinee/testkit/browser.ts';
import { type FilmRoom, makeFilmRoom } from '@matinee/testkit/films/film-room.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { expectAccessible } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('a break for everybody', () => {
  let made: FilmRoom;
  let page: Page;
  let other: Page;

  const card = (at: Page) => at.locator('[data-break]');

  beforeAll(async () => {
    made = await makeFilmRoom({ seconds: 20, films: ['The film'], settings: { control: 'hosts', wait_seconds: 0 } });
    await made.call('StartPlayback', { media_id: made.films[0]! });
    page = await made.open(made.anna);
    other = await made.open(made.ben, { width: 390, height: 844 });
  });
  afterAll(() => made?.close());

  test('[SY87] it begins from the menu of the room, all see it, and whoever has the remote ends it', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'A break for everybody' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Other' }).check({ force: true });
    await dialog.getByRole('textbox', { name: 'Minutes' }).fill('1.5');
    await dialog.getByRole('button', { name: 'Begin the break' }).click();
    await dialog.getByText('A whole number from 1 to 240.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('radio', { name: '15 minutes' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Begin the break' }).click();
    for (const one of [page, other]) {
      await card(one)
        .getByText(/^anna_\d+ gives everybody a break until/)
        .waitFor();
      await card(one)
        .getByText(/^1[45]:\d\d$/)
        .waitFor();
      await card(one).getByText('Then the film goes on by itself.').waitFor();
      await expectAccessible(one);
    }
    expect(await card(other).getByRole('button').count()).toBe(0);
    await card(page).getByRole('button', { name: '5 minutes more' }).click();
    await card(other)
      .getByText(/^(19|20):\d\d$/)
      .waitFor();
    await card(page).getByRole('button', { name: 'Play now' }).click();
    for (const one of [page, other]) await card(one).waitFor({ state: 'detached' });
    expect((await made.state()).is_playing).toBe(true);
  });

  test('[SY87] at the end of one that waits, all are asked whether everybody is back', async () => {
    await made.call('UpdatePlaybackState', { take_break: { seconds: 1 } });
    for (const one of [page, other]) await card(one).getByText('The break is over. Is everybody back?').waitFor();
    await card(page).getByRole('button', { name: 'End the break' }).click();
    for (const one of [page, other]) await card(one).waitFor({ state: 'detached' });
    expect((await made.state()).is_playing).toBe(false);
  });
});
