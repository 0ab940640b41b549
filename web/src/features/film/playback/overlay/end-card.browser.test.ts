import { hasChromium } from '@matinee/testkit/browser.ts';
import { type FilmRoom, makeFilmRoom } from '@matinee/testkit/films/film-room.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { expectAccessible } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Length of the film, in seconds. */
const length = 20;

describe.skipIf(!hasChromium || !hasFfmpeg)('the end of a film', () => {
  let made: FilmRoom;
  let films: readonly string[];
  let page: Page;
  let other: Page;

  const call: FilmRoom['call'] = (...given) => made.call(...given);
  const state = () => made.state();
  const card = (at = page) => at.locator('[data-end-card]');
  const press = (name: string, at = page) => card(at).getByRole('button', { name }).click();
  const rest = (auto_play_delay_seconds: number) =>
    call('UpdateRoomSettings', { settings: { auto_play_delay_seconds, control: 'hosts', wait_seconds: 0 } });
  const playEnd = (film: string) => call('StartPlayback', { media_id: film, position_seconds: length - 2 });

  beforeAll(async () => {
    made = await makeFilmRoom({ seconds: length, films: ['The first film', 'The second film'] });
    films = made.films;
    await rest(60);
    page = await made.open(made.anna);
    other = await made.open(made.ben, { width: 390, height: 844 });
  });
  afterAll(() => made?.close());

  test('[SY86] all see what follows and when; whoever has the remote stays, and watches again', async () => {
    await playEnd(films[0]!);
    for (const at of [page, other]) {
      await card(at)
        .getByText(/Next in \d+ seconds/)
        .waitFor();
      await card(at).getByText('The second film').waitFor();
    }
    await expectAccessible(page);
    const steering = card(other).getByRole('button', { name: /Play now|Stay here|Watch again/ });
    expect(await steering.count()).toBe(0);
    await press('Stay here');
    await card(other).getByText('The end').waitFor();
    expect(await state()).toMatchObject({ media_id: films[0], is_playing: false, action: 'pause' });
    await press('Watch again');
    await card().waitFor({ state: 'detached' });
    expect(await state()).toMatchObject({ media_id: films[0], is_playing: true, position_seconds: 0 });
  });

  test('[SY86] it can be watched again during the rest, or the next one begins at once', async () => {
    await playEnd(films[0]!);
    await card()
      .getByText(/Next in/)
      .waitFor();
    await press('Watch again');
    await card().waitFor({ state: 'detached' });
    expect(await state()).toMatchObject({ media_id: films[0], is_playing: true, position_seconds: 0 });
    await playEnd(films[0]!);
    await press('Play now');
    await card(other).waitFor({ state: 'detached' });
    expect(await state()).toMatchObject({ media_id: films[1], is_playing: true });
  });

  test('[SY86] the next one begins by itself when the rest is over', async () => {
    await rest(3);
    await playEnd(films[0]!);
    await card()
      .getByText(/Next in/)
      .waitFor();
    await expect.poll(state).toMatchObject({ media_id: films[1], is_playing: true });
    expect(await state()).toMatchObject({ action: 'advance' });
    await card().waitFor({ state: 'detached' });
  });

  test('[WFR6] its most loved moment is a press away for whoever has the remote', async () => {
    await rest(60);
    await call('StartPlayback', { media_id: films[0]!, position_seconds: length - 7 });
    await call('SendFilmReaction', { reaction_key: '❤️' });
    await card(other).getByText('0:10').waitFor();
    await card(page)
      .getByRole('button', { name: /^Play from.*0:10.*by 1 person/ })
      .waitFor();
    expect(
      await card(other)
        .getByRole('button', { name: /Play from/ })
        .count(),
    ).toBe(0);
    await expectAccessible(page);
    await card(page)
      .getByRole('button', { name: /Play from/ })
      .click();
    await card(other).waitFor({ state: 'detached' });
    expect(await state()).toMatchObject({ media_id: films[0], is_playing: true, position_seconds: 5 });
  });

  test('[SY71] after the last item nothing is counted down', async () => {
    await playEnd(films[1]!);
    await card().getByText('The end').waitFor();
    expect(
      await card()
        .getByText(/Next in/)
        .count(),
    ).toBe(0);
  });
});
