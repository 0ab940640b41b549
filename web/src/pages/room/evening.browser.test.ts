/**
 * Four people watch together, two on each of two replicas. They act by roles and names alone, like users of a screen
 * reader; only whether the pictures are in sync is measured at the players.
 */
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { passBeat } from '@matinee/testkit/clocks/watching-beat.ts';
import { hasFfmpeg, makeNamedFilms } from '@matinee/testkit/media.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { type RedisProcess, startRedis } from '@matinee/testkit/process.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** People notice a larger offset by hearing another viewer laugh first. In milliseconds. */
const inStepMs = 50;
const films = ['Nosferatu.mp4', 'Metropolis.mp4', 'Faust.mp4'];

interface Person {
  readonly user: TestUser;
  readonly page: Page;
}

describe.skipIf(!hasChromium || !hasFfmpeg || !hasProgram('redis-server'))('an evening on two replicas', () => {
  const clock = makeJumpingClock();
  const open: { close(): unknown }[] = [];
  let redis: RedisProcess;
  let replicas: [TestServer, TestServer];
  let site: Awaited<ReturnType<typeof makeNamedFilms>>;
  let room: string;
  /** Opened the room. */
  let anna: Person;
  let ben: Person;
  /** The other two: Clara on Anna's replica, Dora on Ben's. */
  let others: [Person, Person];
  const everybody = () => [anna, ben, ...others];

  const player = (page: Page) => page.getByRole('region', { name: 'Player', exact: true });
  /** People without the remote read that the film plays. */
  const expectPlaying = (page: Page) =>
    page === anna.page
      ? player(page)
          .getByRole('button', { name: /^Pause/ })
          .waitFor()
      : player(page).getByText('Playing', { exact: true }).waitFor();
  const said = (page: Page, text: string) => player(page).getByRole('status').filter({ hasText: text });
  const chat = (page: Page) => page.getByRole('log');
  const polls = (page: Page) => page.getByRole('region', { name: 'Polls' });
  const question = (page: Page) => page.getByRole('region', { name: 'Are you ready?' });
  const show = (page: Page, tab: string) => page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
  const fromMenu = async (page: Page, item: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const onAll = (work: (page: Page) => Promise<unknown>) => Promise.all(everybody().map(({ page }) => work(page)));
  const add = async (page: Page, film: string, action: string) => {
    const panel = page.getByRole('region', { name: 'Playlist', exact: true });
    const field = panel.getByRole('textbox', { name: 'Link or title' });
    await field.fill(`${site.url}/${film}`);
    await panel.getByRole('button', { name: action, exact: true }).click();
    await expect.poll(() => field.inputValue()).toBe('');
  };
  const goToEnd = async (page: Page) => {
    const line = player(page).getByRole('slider', { name: 'Position' });
    await line.focus();
    await line.press('End');
  };

  /** Time when a picture is shown minus its position in the film, in milliseconds: equal for all viewers in sync. */
  const offsetOf = (page: Page) =>
    page.evaluate<number>(
      () =>
        new Promise((resolve) => {
          const [video] = document.getElementsByTagName('video');
          video?.requestVideoFrameCallback((_, { expectedDisplayTime, mediaTime }) =>
            resolve(performance.timeOrigin + expectedDisplayTime - mediaTime * 1_000),
          );
          setTimeout(resolve, 2_000, Number.NaN);
        }),
    );
  const expectInStep = () =>
    until('all four are in step', async () => {
      const offsets = await Promise.all(everybody().map(({ page }) => offsetOf(page)));
      return Math.max(...offsets) - Math.min(...offsets) <= inStepMs;
    });

  async function arrive(name: string): Promise<Person> {
    const browser: TestBrowser = await startBrowser();
    open.push(browser);
    const page = await browser.context.newPage();
    const user = await replicas[0].signUp(name);
    await signInBrowser(page, user);
    return { user, page };
  }

  beforeAll(async () => {
    redis = await startRedis();
    const config = { 'redis.url': redis.url, 'media_probe.enabled': true };
    const first = await startTestServer({ webRoot, clock, config });
    replicas = [first, await startTestServer({ webRoot, clock, config, database: first.database })];
    site = await makeNamedFilms(...films);
    [anna, ben, ...others] = [await arrive('anna'), await arrive('ben'), await arrive('clara'), await arrive('dora')];
    room = await makeRoom(first, anna.user, {
      settings: {
        control: 'hosts',
        auto_play_delay_seconds: 20,
        member_permissions: { added: [], removed: ['manage_own_media'] },
      },
    });
  });
  afterAll(async () => {
    await Promise.all(open.map((one) => one.close()));
    site?.close();
    for (const server of replicas ?? []) await server.stop();
    await redis?.stop();
  });

  test('[WRM13] all come in by the link, and see one another', async () => {
    await Promise.all(everybody().map(({ page }, place) => page.goto(`${replicas[place % 2]!.url}/r/${room}`)));
    for (const { page } of [ben, ...others]) await page.getByRole('button', { name: 'Join and watch' }).click();
    await onAll(async (page) => {
      await show(page, 'People');
      const here = page.getByRole('region', { name: 'Here now: 4' });
      for (const { user } of everybody()) await here.getByText(user.username, { exact: true }).waitFor();
    });
  });

  test('[WRM13] one suggests a film, and the host takes it: it plays for all', async () => {
    const [shown] = films;
    await show(ben.page, 'Playlist');
    await add(ben.page, shown!, 'Suggest');
    await anna.page.getByText(`${ben.user.username} suggests “Nosferatu”.`).waitFor();
    await show(anna.page, 'Playlist');
    await anna.page.getByRole('button', { name: 'Add “Nosferatu” to the playlist' }).click();
    await onAll(expectPlaying);
    for (const film of films.slice(1)) await add(anna.page, film, 'Add');
    await expectInStep();
    await passBeat(replicas[0], clock, anna.user);
  });

  test('[WRM13] between two films all vote in the chat, and what wins begins', async () => {
    await goToEnd(anna.page);
    await onAll((page) =>
      player(page)
        .getByText(/^Next in \d+ seconds?$/)
        .waitFor(),
    );
    await player(anna.page).getByRole('button', { name: 'Stay here' }).click();
    await onAll((page) => player(page).getByRole('heading', { name: 'The end' }).waitFor());
    await onAll((page) => show(page, 'Chat'));
    const asking = anna.page;
    await asking.getByRole('button', { name: 'New poll' }).click();
    await asking.getByRole('textbox', { name: 'Question' }).fill('What next?');
    for (const label of ['Metropolis', 'Faust'])
      await asking.getByRole('combobox', { name: 'From the playlist…' }).selectOption({ label });
    await asking.getByRole('button', { name: 'Ask the room' }).click();
    await Promise.all(
      everybody().map(async ({ page }, place) => {
        const choice = polls(page).getByRole('radio', { name: place === 3 ? /^Faust/ : /^Metropolis/ });
        await choice.focus();
        await choice.press('Space');
        await choice.press('Enter');
      }),
    );
    await onAll((page) => polls(page).getByRole('radio', { name: 'Metropolis 3 votes, 75 %' }).waitFor());
    await polls(asking).getByRole('button', { name: 'More about “What next?”' }).click();
    await asking.getByRole('menuitem', { name: 'End the poll' }).click();
    await onAll((page) => polls(page).getByText('“Metropolis” wins with 3 votes.').waitFor());
    await polls(asking).getByRole('button', { name: 'Play the winner' }).click();
    await onAll((page) => chat(page).getByText(`started “Metropolis”`).first().waitFor());
    await onAll(expectPlaying);
  });

  test('[WRM13] all say by name that they are ready, and the film starts in step', async () => {
    await player(anna.page)
      .getByRole('button', { name: /^Pause/ })
      .press('k');
    await player(anna.page)
      .getByRole('button', { name: /^Ask who is ready/ })
      .press('Enter');
    await onAll(async (page) => {
      for (const { user } of everybody()) await question(page).getByText(user.username, { exact: true }).waitFor();
    });
    await expectAccessible(ben.page);
    for (const { page } of [ben, ...others])
      await question(page).getByRole('button', { name: 'I’m ready', exact: true }).press('Enter');
    await onAll((page) => question(page).waitFor({ state: 'detached' }));
    await onAll(expectPlaying);
    await expectInStep();
    await passBeat(replicas[0], clock, anna.user);
  });

  test('[WRM13] a break stops the film for all until it goes on, and what is said and felt reaches all', async () => {
    await fromMenu(anna.page, 'A break for everybody');
    const dialog = anna.page.getByRole('dialog', { name: 'A break for everybody' });
    await dialog.getByRole('radio', { name: '5 minutes', exact: true }).press('Space');
    await dialog.getByRole('button', { name: 'Begin the break' }).press('Enter');
    await onAll((page) => said(page, `${anna.user.username} gives everybody a break until`).waitFor());
    await ben.page.getByRole('textbox', { name: 'Message' }).fill('Tea for everybody?');
    await ben.page.keyboard.press('Enter');
    await onAll((page) => chat(page).getByText('Tea for everybody?', { exact: true }).waitFor());
    await player(anna.page).getByRole('button', { name: 'Play now' }).press('Enter');
    await onAll(expectPlaying);
    await expectInStep();
    const flies = [anna, ...others].map(({ page }) => player(page).getByText('🔥').waitFor({ state: 'attached' }));
    await player(ben.page).getByRole('button', { name: 'React to the film (R)' }).press('Enter');
    await ben.page
      .getByRole('dialog', { name: 'React to the film' })
      .getByRole('button', { name: 'Let 🔥 fly' })
      .click();
    await Promise.all(flies);
    await ben.page.keyboard.press('Escape');
    await passBeat(replicas[0], clock, anna.user);
  });

  test('[WRM13] at its end each rates it once, and the next film begins by itself', async () => {
    await goToEnd(anna.page);
    await onAll((page) =>
      player(page)
        .getByRole('button', { name: /^Good, / })
        .click(),
    );
    await onAll((page) => player(page).getByRole('button', { name: 'Good, 4 people', pressed: true }).waitFor());
    await onAll((page) => said(page, 'Next: Faust').waitFor());
    await onAll((page) => player(page).getByText('Now playing: “Faust”').waitFor());
    await onAll(expectPlaying);
    await expectInStep();
    await passBeat(replicas[0], clock, anna.user);
  });

  test('[WRM13] after the good night it stands who was there and what ran', async () => {
    for (const { user, page } of [ben, ...others]) {
      await page.getByRole('textbox', { name: 'Message' }).fill(`Good night from ${user.username}`);
      await page.keyboard.press('Enter');
      await chat(anna.page).getByText(`Good night from ${user.username}`, { exact: true }).waitFor();
      await page.close();
    }
    await show(anna.page, 'People');
    await anna.page.getByRole('region', { name: 'Here now: 1' }).waitFor();
    await fromMenu(anna.page, 'Evenings');
    const evening = anna.page.getByRole('dialog', { name: 'Evenings' }).getByRole('article');
    const people = evening.getByRole('list', { name: 'Who was there' }).getByRole('listitem');
    await expect
      .poll(async () => (await people.allInnerTexts()).sort())
      .toEqual(everybody().map(({ user }) => user.username));
    const ran = evening.getByRole('list', { name: 'What played' });
    for (const film of ['Nosferatu', 'Metropolis', 'Faust']) await ran.getByText(film, { exact: true }).waitFor();
    await ran.getByRole('button', { name: 'Ratings of “Metropolis”: Good, 4 people' }).waitFor();
    await expectAccessible(anna.page);
  });
});
