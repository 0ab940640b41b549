import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('polls in the room', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let page: Page;

  const call = (user: TestUser, name: string, request: object) =>
    server.ok({ call: `PollsService.${name}`, token: user.token, room, request: request as never });
  const poll = () => page.getByRole('region', { name: 'Polls' });
  const choose = async (option: string) => {
    await page.getByLabel('From the playlist…').selectOption({ label: option });
  };
  const film = () => page.getByLabel('Link or title').first().boundingBox();

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 1280, height: 800 })]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    for (const name of ['Metropolis', 'Nosferatu']) await addMedia(server, room, anna, name);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Chat' }).click();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WPO7] a poll is opened with items of the playlist, and what is missing is said', async () => {
    const before = await film();
    await page.getByRole('button', { name: 'New poll' }).click();
    await page.getByRole('button', { name: 'Ask the room' }).click();
    await page.getByText('What do you want to ask?').waitFor();
    await page.getByLabel('Question').fill('Which of these three?');
    await page.getByRole('button', { name: 'Ask the room' }).click();
    await page.getByText('A poll needs two options.').waitFor();
    await choose('Metropolis');
    await choose('Nosferatu');
    await page.getByRole('button', { name: 'Add option' }).click();
    await page.getByLabel('Option 3', { exact: true }).fill('Sleep');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Ask the room' }).click();
    await poll()
      .getByRole('radio', { name: /Nosferatu/ })
      .waitFor();
    expect(await film()).toEqual(before);
    await page.getByText(`${anna.username} opened a poll`).waitFor();
  });

  test('[WPO2] [WPO3] the keys choose without voting, and the votes of others come at once', async () => {
    const { polls } = await call(ben, 'ListPolls', {});
    await poll()
      .getByRole('radio', { name: /Metropolis/ })
      .focus();
    await page.keyboard.press('ArrowDown');
    await call(ben, 'VoteInPoll', { poll_id: polls[0].id, options: [1] });
    await poll().getByRole('radio', { name: 'Metropolis 1 vote, 100 %' }).waitFor();
    await poll().getByText('1 person voted').waitFor();
    expect(
      await poll()
        .getByRole('radio', { name: /Nosferatu/ })
        .isChecked(),
    ).toBe(true);
    await page.keyboard.press('Enter');
    await poll().getByRole('button', { name: 'Take back' }).waitFor();
    await poll().getByText('2 people voted').waitFor();
    await expectAccessible(page);
  });

  test('[WPO6] who voted for what is shown', async () => {
    await poll()
      .getByRole('button', { name: /^More about/ })
      .click();
    await page.getByRole('menuitem', { name: 'Who voted' }).click();
    const dialog = page.getByRole('dialog', { name: 'Who voted' });
    await dialog.getByText(ben.username, { exact: true }).waitFor();
    await dialog.getByText('you', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('[WPO4] [WPO5] [WPO6] [WPO8] it ends in a tie, one is drawn, and the winner plays', async () => {
    await poll()
      .getByRole('button', { name: /^More about/ })
      .click();
    await page.getByRole('menuitem', { name: 'End the poll' }).click();
    await poll().getByText('A tie: “Metropolis” and “Nosferatu”.').waitFor();
    await page.getByText(`The poll of ${anna.username} has ended`).waitFor();
    await poll().getByRole('button', { name: 'Draw one' }).click();
    await poll()
      .getByText(/won the draw/)
      .waitFor();
    await expectAccessible(page);
    await poll().getByRole('button', { name: 'Play the winner' }).click();
    const playing = async () =>
      (await server.ok({ call: 'RoomService.GetPlayback', token: ben.token, room })).playback_state.media_id;
    const [{ options, drawn_option }] = (await call(ben, 'ListPolls', {})).polls;
    await expect.poll(playing).toBe(options[drawn_option - 1].media_id);
    await poll().getByRole('button', { name: 'Hide the result' }).click();
    await poll().waitFor({ state: 'detached' });
  });

  test('[WPO2] several choices are check boxes, and a vote is taken back', async () => {
    const options = [{ text: 'Tea' }, { text: 'Cake' }];
    const request = { question: 'What do you bring?', options, several_choices: true, anonymous: true };
    await call(ben, 'CreatePoll', request);
    for (const name of [/Tea/, /Cake/]) await poll().getByRole('checkbox', { name }).check();
    await poll().getByRole('button', { name: 'Vote', exact: true }).click();
    await poll().getByRole('checkbox', { name: 'Tea 1 vote, 100 %' }).waitFor();
    await poll().getByRole('button', { name: 'Take back' }).click();
    await poll().getByText('0 people voted').waitFor();
    expect(await poll().getByRole('checkbox', { name: /Cake/ }).isChecked()).toBe(false);
  });

  test('[WPO8] [WPO1] who looks elsewhere is told, and the menu has all polls', async () => {
    await page.getByRole('tab', { name: 'Playlist' }).click();
    await call(ben, 'CreatePoll', { question: 'Another one?', options: [{ text: 'Yes' }, { text: 'No' }] });
    await page.getByText(`${ben.username} asks: Another one?`).waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await poll().getByRole('button', { name: 'Another one?', exact: true }).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Polls' }).click();
    const dialog = page.getByRole('dialog', { name: 'Polls' });
    await dialog.getByRole('heading', { name: 'Which of these three?' }).waitFor();
    expect(await dialog.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Another one?',
      'What do you bring?',
      'Which of these three?',
    ]);
    await expectAccessible(page);
  });
});
