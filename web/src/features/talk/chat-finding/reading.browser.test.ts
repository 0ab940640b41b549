import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import type { ContractCall } from '@matinee/testkit/contract-call.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const shots = process.env['MATINEE_SHOTS'];

describe.skipIf(!hasChromium)('reading the chat', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let page: Page;

  const call = (user: TestUser, name: string, request: NonNullable<ContractCall['request']> = {}) =>
    server.ok({ call: `RoomService.${name}`, token: user.token, room, request });
  const says = async (user: TestUser, content: string, more = {}): Promise<string> =>
    (await call(user, 'SendChatMessage', { content, client_message_id: content, ...more })).message.id;
  const log = () => page.getByRole('log', { name: 'Messages' });
  const tab = (name: RegExp) => page.getByRole('tab', { name });
  const placeOf = async (user: TestUser) => (await call(user, 'GetChatReadState')).read_state;
  const positionOf = async () => {
    const rows = await server.sql('select position_seconds from playback_states where room_id = $1', [room]);
    return (rows[0] as { position_seconds: number }).position_seconds;
  };
  const shoot = async (name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
  };

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 1280, height: 800 })]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    await call(anna, 'MarkChatRead', { message_id: await says(ben, 'read before') });
    await says(ben, 'first new one');
    await says(ben, 'second new one');
    const film = await call(anna, 'AddMedia', {
      name: 'Film',
      source: { direct_url: { url: 'https://media.example.org/film.mp4' } },
    });
    await call(anna, 'StartPlayback', { media_id: film.media.id });
    await call(anna, 'UpdatePlaybackState', { is_playing: false, position_seconds: 754 });
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await log().getByText('second new one').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WC2] a line stands where somebody went on reading, and the server keeps what was seen', async () => {
    await log().getByText('New', { exact: true }).waitFor();
    const line = (await log().getByText('New', { exact: true }).boundingBox())!;
    expect(line.y).toBeGreaterThan((await log().getByText('read before').boundingBox())!.y);
    expect(line.y).toBeLessThan((await log().getByText('first new one').boundingBox())!.y);
    await until('all is read', async () => (await placeOf(anna)).unread_count === 0);
  });

  test('[WC2] behind another tab nothing is read, and the tab tells what is for oneself', async () => {
    await tab(/Playlist/).click();
    const own = await says(anna, 'what do you think?');
    await says(ben, 'well', { reply_to_message_id: own });
    await says(ben, 'we shall see');
    await tab(/Chat 2 unread messages, 1 to you/).waitFor();
    await shoot('chat-badge');
    expect((await placeOf(anna)).unread_count).toBe(2);
    await tab(/Chat/).click();
    await tab(/^Chat$/).waitFor();
    await until('it is read', async () => (await placeOf(anna)).unread_count === 0);
  });

  test('[WC2] what was read at another page is read here too', async () => {
    await tab(/Playlist/).click();
    await says(ben, 'for two pages');
    await tab(/Chat 1 unread message/).waitFor();
    const other = await browser.context.newPage();
    await other.goto(`${server.url}/r/${room}`);
    await other.getByRole('log', { name: 'Messages' }).getByText('for two pages').waitFor();
    await tab(/^Chat$/).waitFor();
    await other.close();
    await page.bringToFront();
    await tab(/Chat/).click();
  });

  test('[WC15] the last own message says who has seen it', async () => {
    const own = await says(anna, 'seen by whom?');
    await log().getByText('seen by whom?').waitFor();
    await call(ben, 'MarkChatRead', { message_id: own });
    const line = log().getByRole('button', { name: `Seen by ${ben.username}` });
    await line.waitFor();
    await line.click();
    const dialog = page.getByRole('dialog', { name: 'Who has seen it' });
    await dialog.getByText(ben.username).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  test('[WC16] [WC22] a search finds by text and person, marks the text, and leads to the message', async () => {
    await page.getByRole('button', { name: 'Search the chat' }).click();
    const dialog = page.getByRole('dialog', { name: 'Search the chat' });
    await dialog.getByRole('searchbox', { name: 'Text' }).fill('NEW ONE');
    const results = dialog.getByRole('list', { name: 'Messages found' });
    await results.getByRole('button', { name: /second new one/ }).waitFor();
    expect(await results.locator('mark').allTextContents()).toEqual(['new one', 'new one']);
    await shoot('chat-search');
    await expectAccessible(page);
    await dialog.getByRole('combobox', { name: 'Written by' }).selectOption({ label: 'You' });
    await dialog.getByText('Nothing found').waitFor();
    await dialog.getByRole('combobox', { name: 'Written by' }).selectOption({ label: ben.username });
    await results.getByRole('button', { name: /first new one/ }).click();
    await dialog.waitFor({ state: 'hidden' });
    await until('the message has the focus', () =>
      page.evaluate<boolean>(`document.activeElement?.textContent.includes('first new one') ?? false`),
    );
  });

  test('[WC17] a time in a message takes the room there, and a message knows its moment', async () => {
    const id = await says(ben, 'best at 1:02:03 for sure');
    const time = log().getByRole('button', { name: 'Go to 1 hour 2 minutes 3 seconds' });
    await time.click();
    await until('the room is there', async () => (await positionOf()) === 3_723);
    await log().locator(`[data-message="${id}"]`).hover();
    await shoot('chat-moment');
    await page.getByRole('button', { name: 'Go to where the film was: 12 minutes 34 seconds' }).click();
    await until('the room is back', async () => (await positionOf()) === 754);
    await log().locator(`[data-message="${id}"]`).hover();
    await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'What was said at this moment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Said around 12:34' });
    await dialog.getByRole('button', { name: /best at 1:02:03/ }).waitFor();
    await shoot('chat-said-there');
    await expectAccessible(page);
  });

  test('[WC2] while the line is above what is in sight, a button leads to it', async () => {
    await page.reload();
    await tab(/Playlist/).click();
    const first = await says(ben, 'begin here');
    for (let at = 0; at < 40; at += 1) await says(ben, `and on ${at}`);
    await tab(/Chat 41 unread/).waitFor();
    await tab(/Chat/).click();
    const up = page.getByRole('button', { name: 'To the first new message' });
    await up.waitFor();
    await expectAccessible(page);
    await up.click();
    await up.waitFor({ state: 'detached' });
    await until('it has the focus', () =>
      page.evaluate<boolean>(`document.activeElement?.dataset.message === '${first}'`),
    );
    expect(await log().getByText('New', { exact: true }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'To the newest' }).click();
    await log().getByText('and on 39').waitFor();
    expect(await up.count()).toBe(0);
  });
});
