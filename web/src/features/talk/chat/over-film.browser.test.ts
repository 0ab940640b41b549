import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import type { ContractCall } from '@matinee/testkit/contract-call.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const shots = process.env['MATINEE_SHOTS'];

/** How many pixels over the film are drawn, and how many of them are rather red. */
const drawn = `(() => {
  const canvas = document.querySelector('[data-danmaku] canvas');
  if (!canvas || canvas.width === 0) return { any: 0, red: 0 };
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let [any, red] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    any += 1;
    if (data[at] > 200 && data[at + 1] < 140 && data[at + 2] < 140) red += 1;
  }
  return { any, red };
})()`;

describe.skipIf(!hasChromium || !hasFfmpeg)('messages of the room over its film', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let page: Page;

  const call = (user: TestUser, name: string, request: NonNullable<ContractCall['request']>) =>
    server.ok({ call: `RoomService.${name}`, token: user.token, room, request });
  const writes = (content: string, more = {}) =>
    call(ben, 'SendChatMessage', { content, client_message_id: content, ...more });
  const look = () => page.evaluate<{ any: number; red: number }>(drawn);
  const choose = async (choice: string) => {
    await page.mouse.move(300, 300);
    await page.getByRole('button', { name: 'Speed, subtitles and sound' }).click();
    const group = page.getByRole('group', { name: 'Messages of the room fly over the film' });
    await group.getByText(choice, { exact: true }).click();
    await page.keyboard.press('Escape');
  };

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(300, smallFilm),
      startBrowser({ width: 1280, height: 800 }),
    ]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    const film = await call(anna, 'AddMedia', { name: 'Film', source: { direct_url: { url: media.mp4Url } } });
    await call(anna, 'StartPlayback', { media_id: film.media.id });
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await until('it plays', () => page.evaluate<boolean>(`document.querySelector('video')?.currentTime > 0.5`));
  });
  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[WC18] they come for those who want them, in the colour that the author chose', async () => {
    await writes('nobody wants this');
    expect(await page.locator('[data-danmaku]').count()).toBe(0);
    await choose('On');
    await page.locator('[data-danmaku]').waitFor({ state: 'attached' });
    expect((await look()).any).toBe(0);
    await until('a red one is there', async () => {
      await writes(`red alert ${performance.now()}`, { display_color: '#ff3030', display_position: 'top' });
      await page.waitForTimeout(500);
      return (await look()).red > 50;
    });
    if (shots) await page.screenshot({ path: `${shots}/over-film.png` });
  });

  test('[WC18] at the field one chooses where and in which colour the own ones go', async () => {
    await page.getByRole('button', { name: 'How my messages fly over the film' }).click();
    const dialog = page.getByRole('dialog', { name: 'How my messages fly over the film' });
    await dialog.getByText('At the bottom', { exact: true }).click();
    await dialog.getByText('Yellow', { exact: true }).click();
    if (shots) await page.screenshot({ path: `${shots}/film-style.png` });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Write a message' }).fill('in yellow');
    await page.keyboard.press('Enter');
    await page.getByRole('log', { name: 'Messages' }).getByText('in yellow').waitFor();
    const { messages } = await call(anna, 'GetChatHistory', { page_size: 1 });
    expect(messages[0]).toMatchObject({ content: 'in yellow', display_position: 'bottom', display_color: '#ffe14d' });
  });

  test('[WC18] who does not want them any more has none, and sends no place along', async () => {
    await choose('Off');
    await page.locator('[data-danmaku]').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Write a message' }).fill('plain');
    await page.keyboard.press('Enter');
    await page.getByRole('log', { name: 'Messages' }).getByText('plain', { exact: true }).waitFor();
    const { messages } = await call(anna, 'GetChatHistory', { page_size: 1 });
    expect(messages[0]).toMatchObject({ content: 'plain', display_position: '', display_color: '' });
  });
});
