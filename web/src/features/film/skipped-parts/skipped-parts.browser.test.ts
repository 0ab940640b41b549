import { hasChromium } from '@matinee/testkit/browser.ts';
import { type FilmRoom, makeFilmRoom } from '@matinee/testkit/films/film-room.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import type { TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Length of the film, in seconds. */
const length = 60;
const first = 'A.Long.Show.S01E01.The.Pilot.1080p.WEB-DL.x264-GRP.mkv';
const second = 'A.Long.Show.S01E02.1080p.WEB-DL.x264-GRP.mkv';

describe.skipIf(!hasChromium || !hasFfmpeg)('skipped parts', () => {
  let made: FilmRoom;
  let server: TestServer;
  let room: string;
  let films: readonly string[];
  let page: Page;
  let other: Page;

  const call: FilmRoom['call'] = (...given) => made.call(...given);
  const state = () => made.state();
  const positionOf = (at: Page) => at.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  const skip = (name: string, at = page) => at.getByRole('button', { name, exact: true });
  /** The chapters of the films, as they are when their bytes were read. */
  const setChapters = (chapters: readonly (readonly [number, string])[]) =>
    server.sql(
      `insert into media_facts (media_id, source_version, facts, read_at)
       select id, source_version, $1::jsonb, now() from media where id = any($2)`,
      [JSON.stringify({ chapters: chapters.map(([startSeconds, name]) => ({ startSeconds, name })) }), films],
    );
  /** The room stands there, so that a slow browser does not come too late. */
  const standAt = async (position_seconds: number) => {
    await call('StartPlayback', { media_id: films[0]!, position_seconds });
    await call('UpdatePlaybackState', { is_playing: false, position_seconds });
  };

  beforeAll(async () => {
    const settings = { control: 'hosts', wait_seconds: 0, auto_play_delay_seconds: 60 };
    made = await makeFilmRoom({ seconds: length, films: [first, second], settings });
    ({ server, room, films } = made);
    await setChapters([
      [0, 'Recap'],
      [12, 'Opening 1'],
      [24, 'Part A'],
      [36, 'Abspann'],
    ]);
    page = await made.open(made.anna);
    other = await made.open(made.ben, { width: 320, height: 640 });
  });
  afterAll(() => made?.close());

  test('[WSE2] the queue shows episodes as people read them, and their real names to rename them', async () => {
    await page.getByRole('tab', { name: 'Playlist' }).click();
    await page.getByText('A Long Show · S1 E1 · The Pilot', { exact: true }).waitFor();
    await page.getByText('A Long Show · S1 E2', { exact: true }).waitFor();
    expect(await page.getByRole('tabpanel').getByText('WEB-DL').count()).toBe(0);
    await page.getByRole('button', { name: 'More for A Long Show · S1 E2', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toBe(second);
    await page.keyboard.press('Escape');
  });

  test('[WSE2] [WSE3] whoever may steer skips a recap and an opening for everybody, one after the other', async () => {
    await standAt(1);
    await other
      .getByRole('log')
      .getByText(/started .*A Long Show · S1 E1 · The Pilot/)
      .first()
      .waitFor();
    await skip('Skip recap').click();
    await skip('Skip intro').waitFor();
    expect(await state()).toMatchObject({ media_id: films[0], position_seconds: 12 });
    await expectAccessible(page);
    expect(await skip('Skip intro', other).count()).toBe(0);
    await skip('Skip intro').click();
    await skip('Skip intro').waitFor({ state: 'detached' });
    expect(await state()).toMatchObject({ position_seconds: 24 });
    await expect.poll(() => positionOf(other)).toBeGreaterThanOrEqual(24);
  });

  test('[WSE3] [WSE2] skipped credits lead to the card of the end, which names the next episode', async () => {
    await standAt(37);
    await skip('Skip credits').waitFor();
    await call('UpdatePlaybackState', { is_playing: true });
    await skip('Skip credits').click();
    await page.locator('[data-end-card]').getByText('A Long Show · S1 E2', { exact: true }).waitFor();
    await other.locator('[data-end-card]').getByText('A Long Show · S1 E2', { exact: true }).waitFor();
    await expectAccessible(page);
  });

  test('[WSE4] whoever may steer marks the intro while the film plays, for all episodes, and takes that back', async () => {
    await server.sql('delete from media_facts where media_id = any($1)', [films]);
    await standAt(5);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Mark the intro …' }).click();
    const card = page.getByRole('region', { name: 'Intro and credits of A Long Show' });
    await card.getByRole('button', { name: 'From here' }).click();
    await expectAccessible(page);
    expect(await card.getByRole('button', { name: 'For all episodes' }).isDisabled()).toBe(true);
    await call('UpdatePlaybackState', { position_seconds: 15 });
    await expect
      .poll(() =>
        card
          .getByRole('button', { name: 'To here' })
          .click()
          .then(() => card.getByLabel('End', { exact: true }).innerText()),
      )
      .toBe('0:15');
    await card.getByRole('button', { name: 'End: +1 s' }).click();
    await card.getByRole('button', { name: 'For all episodes' }).click();
    await page.getByText('The intro is marked.').waitFor();
    await call('StartPlayback', { media_id: films[1]!, position_seconds: 6 });
    await call('UpdatePlaybackState', { is_playing: false, position_seconds: 7 });
    await skip('Skip intro').click();
    expect(await state()).toMatchObject({ media_id: films[1], position_seconds: 16 });
    const erase = page
      .getByRole('region', { name: 'Intro and credits of A Long Show' })
      .getByRole('button', { name: 'Remove the mark' });
    await erase.click();
    await page.getByText('The intro is no longer marked.').waitFor();
    await erase.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await erase.waitFor();
    await erase.press('Escape');
    await card.waitFor({ state: 'detached' });
  });

  test('[WL36] the playlist says how far the room is in the series', async () => {
    const playlist = page.getByRole('region', { name: 'Playlist' });
    await server.sql('delete from playback_history where room_id = $1', [room]);
    for (const media_id of [films[0]!, films[1]!]) await call('StartPlayback', { media_id, paused: true });
    await playlist.getByText(/A Long Show.*: 0 of 2 watched/).waitFor();
    await call('StartPlayback', { media_id: films[0]!, position_seconds: length - 1, paused: true });
    await call('StartPlayback', { media_id: films[1]!, paused: true });
    await playlist.getByText(/A Long Show.*: 1 of 2 watched/).waitFor();
    await expectAccessible(page);
  });

  test('[WSE5] the room says before that it skips the intro, and one press keeps it', async () => {
    await call('UpdateRoomSettings', { settings: { auto_skip: true } });
    await call('StartPlayback', { media_id: films[1]!, position_seconds: 3 });
    const notice = (at: Page) => at.getByRole('region', { name: 'Skipped by itself' });
    await notice(other).getByText('The intro is skipped.').waitFor();
    expect(await notice(other).getByRole('button').count()).toBe(0);
    await expectAccessible(page);
    await notice(page).getByRole('button', { name: 'Watch it' }).click();
    for (const at of [page, other]) await notice(at).waitFor({ state: 'detached' });
    await skip('Skip intro').waitFor();
    await call('StartPlayback', { media_id: films[0]!, position_seconds: 3 });
    await notice(other).waitFor();
    await other.getByText('Skipped by itself', { exact: true }).waitFor();
    expect((await state()).position_seconds).toBe(16);
  });
});
