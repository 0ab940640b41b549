import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const messageCount = 1_500;

describe.skipIf(!hasChromium)('a long chat', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let page: Page;

  const benSays = (content: string, more = {}) =>
    server.ok({
      call: 'RoomService.SendChatMessage',
      token: ben.token,
      room,
      request: { content, client_message_id: `ben ${content}`, ...more },
    });
  const log = () => page.getByRole('log', { name: 'Messages' });
  const text = (n: number) => log().getByText(` number ${n}.`);
  const scrollTo = (top: number) => log().evaluate((element, to) => element.scrollTo(0, to), top);
  const fromEnd = () => log().evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight);
  /** Number and place of the first visible message. */
  const first = () =>
    log().evaluate((list) => {
      const edge = list.getBoundingClientRect().top;
      const row = [...list.querySelectorAll('[data-message]')].find((one) => one.getBoundingClientRect().top >= edge)!;
      return { n: row.textContent!, top: Math.round(row.getBoundingClientRect().top - edge) };
    });

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startTestServer({ webRoot, settings: { 'chat.maxMessagesPerRoom': 0 } }),
      startBrowser({ width: 1280, height: 800 }),
    ]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    await server.sql(
      `insert into chat_messages (id, room_id, user_id, client_message_id, content, display_position, display_color, created_at)
       select 'msg_' || lpad(n::text, 26, '0'), $1, $2, n::text, repeat('long ', n % 7 * 5) || 'message number ' || n || '.', '', '',
         now() - interval '1 day' + n * interval '1 second'
       from generate_series(1, ${messageCount}) n`,
      [room, ben.id],
    );
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await text(messageCount).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WC13] it begins at the newest, with few messages in the page', async () => {
    await until('it is at the end', async () => (await fromEnd()) < 2);
    expect(await log().locator('[data-message]').count()).toBeLessThan(100);
    await expectAccessible(page);
  });

  test('[WC13] it stays at the newest when one comes', async () => {
    await benSays('a new one');
    await log().getByText('a new one').waitFor();
    await until('it is at the end', async () => (await fromEnd()) < 2);
  });

  test('[WC13] older messages come above without moving what is read', async () => {
    await scrollTo(0);
    await until('older ones are there', async () => !(await first()).n.includes('number 145'));
    for (let times = 0; times < 8; times += 1) {
      const { n } = await first();
      await log().hover();
      await page.mouse.wheel(0, -1_500);
      await until('it moved', async () => (await first()).n !== n);
    }
    const before = await first();
    await benSays('while reading');
    await page.getByRole('button', { name: '1 new message' }).waitFor();
    const after = await first();
    expect(after.n).toBe(before.n);
    expect(Math.abs(after.top - before.top)).toBeLessThan(3);
    expect(await log().locator('[data-message]').count()).toBeLessThan(120);
  });

  test('[WC13] the first message can be reached, and a press leads back to the newest', async () => {
    await until('the first is there', async () => {
      await scrollTo(0);
      return (await text(1).count()) > 0;
    });
    await page.getByRole('button', { name: /new message/ }).click();
    await log().getByText('while reading').waitFor();
    await until('it is at the end', async () => (await fromEnd()) < 2);
    await page.getByRole('button', { name: /new message|To the newest/ }).waitFor({ state: 'hidden' });
  });

  test('[WC14] what is answered is shown among those around it, also from long ago', async () => {
    await benSays('remember?', { reply_to_message_id: `msg_${'300'.padStart(26, '0')}` });
    await log().getByRole('button', { name: 'An earlier message' }).click();
    await text(300).waitFor();
    await until('it has the focus', () =>
      page.evaluate<boolean>(`document.activeElement?.textContent.includes('number 300.') ?? false`),
    );
    const box = (await text(300).boundingBox())!;
    expect(box.y).toBeGreaterThan(100);
    expect(box.y).toBeLessThan(600);
    await page.keyboard.press('ArrowDown');
    await until('the next has the focus', () =>
      page.evaluate<boolean>(`document.activeElement?.textContent.includes('number 301.') ?? false`),
    );
    await page.getByRole('button', { name: 'To the newest' }).click();
    await log().getByText('remember?').waitFor();
  });
});
