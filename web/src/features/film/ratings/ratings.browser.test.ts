import { hasChromium } from '@matinee/testkit/browser.ts';
import { type FilmRoom, makeFilmRoom } from '@matinee/testkit/films/film-room.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import type { TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Length of the film, in seconds. */
const length = 20;

describe.skipIf(!hasChromium || !hasFfmpeg)('ratings', () => {
  let made: FilmRoom;
  let anna: TestUser;
  let ben: TestUser;
  let item: string;
  let page: Page;

  const rate = (user: TestUser, face: number) => made.call('RatingsService.RateItem', { media_id: item, face }, user);
  const own = async () => (await made.call('RatingsService.GetItemRating', { media_id: item })).own_face;
  const card = () => page.locator('[data-end-card]');
  const dialog = () => page.getByRole('dialog', { name: 'How was it?' });

  beforeAll(async () => {
    made = await makeFilmRoom({ seconds: length, films: ['Film'] });
    ({ anna, ben } = made);
    [item] = made.films as [string];
    await made.call('StartPlayback', { media_id: item, position_seconds: length, paused: true });
    page = await made.open(anna);
    await card().waitFor();
  });
  afterAll(() => made?.close());

  test('[WRA1] [WRA2] at the end of a film a press chooses a face, and another one takes it back', async () => {
    await card().getByRole('button', { name: 'Good, nobody', exact: true }).click();
    await card().getByRole('button', { name: 'Good, 1 person', exact: true, pressed: true }).waitFor();
    expect(await own()).toBe(4);
    await rate(ben, 4);
    await card().getByRole('button', { name: 'Good, 2 people', pressed: true }).click();
    await card().getByRole('button', { name: 'Good, 1 person', exact: true, pressed: false }).waitFor();
    expect(await own()).toBeUndefined();
    await card().getByRole('button', { name: 'Wonderful, nobody', exact: true }).click();
    await card().getByRole('button', { name: 'Wonderful, 1 person', exact: true, pressed: true }).waitFor();
    await expectAccessible(page);
  });

  test('[WRA3] [WRA4] items of the playlist and of the history say how they were rated, and by whom', async () => {
    await page.getByRole('tab', { name: 'Playlist' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Playlist' });
    await panel.getByRole('button', { name: 'Ratings of “Film”: Wonderful, 2 people' }).click();
    await dialog().getByText(ben.username).waitFor();
    await dialog().getByText('you').waitFor();
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Wonderful' }).click();
    await dialog().getByText('you').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Ratings of “Film”: Good, 1 person' }).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'What was played' }).click();
    const history = page.getByRole('dialog', { name: 'What was played' });
    await history.getByRole('button', { name: 'Ratings of “Film”: Good, 1 person' }).waitFor();
  });
});
