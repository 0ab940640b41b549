import { hasChromium } from '@matinee/testkit/browser.ts';
import { type FilmRoom, makeFilmRoom } from '@matinee/testkit/films/film-room.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const length = 60;

/** How many lines the first words of the card take. */
const linesOfNotice = `(() => {
  const [notice] = document.querySelectorAll('section[aria-label="Up next"] p');
  return Math.round(notice.getBoundingClientRect().height / parseFloat(getComputedStyle(notice).lineHeight));
})()`;

describe.skipIf(!hasChromium || !hasFfmpeg)('what comes next, over the film', () => {
  let made: FilmRoom;

  beforeAll(async () => {
    made = await makeFilmRoom({
      seconds: length,
      films: ['The first film', 'The second film with a rather long name'],
    });
  });
  afterAll(() => made?.close());

  test('[WL14] has room for its words on a phone, and lies within the film', async () => {
    await made.call('UpdateRoomSettings', { settings: { control: 'hosts', wait_seconds: 0 } });
    const page = await made.open(made.anna, { width: 390, height: 844 });
    await made.call('StartPlayback', { media_id: made.films[0]!, position_seconds: length - 16 });
    const card = page.getByRole('region', { name: 'Up next' });
    await card.waitFor();
    expect(await page.evaluate(linesOfNotice)).toBe(1);
    const [film, over] = [await page.locator('video').first().boundingBox(), await card.boundingBox()];
    expect(over!.y).toBeGreaterThanOrEqual(film!.y);
    await card.getByRole('button', { name: 'Play now' }).click();
    await card.waitFor({ state: 'detached' });
  });
});
