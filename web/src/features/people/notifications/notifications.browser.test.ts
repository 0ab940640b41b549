import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type SmtpCatch, startSmtpCatch } from '@matinee/testkit/outside/smtp-catch.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const evil = 'Movie <img src=x onerror=alert(1)> night';

describe.skipIf(!hasChromium)('the bell', () => {
  let server: TestServer;
  let smtp: SmtpCatch;
  let browser: TestBrowser;
  let page: Page;
  let root: TestUser;
  let anna: TestUser;
  let room: string;

  beforeAll(async () => {
    smtp = await startSmtpCatch();
    [server, browser] = await Promise.all([startTestServer({ webRoot, smtp }), startBrowser()]);
    root = await server.signIn();
    anna = await server.signUp('anna');
    room = await makeRoom(server, await server.signUp('owner'));
    // The server refuses such names today; this one is from before.
    await server.sql('update rooms set name = $2 where id = $1', [room, evil]);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await smtp?.stop();
  });

  const announce = (title: string) =>
    server.ok({
      call: 'AdminService.CreateAnnouncement',
      token: root.token,
      request: { title, text: 'From ten to eleven.', link: 'https://status.example.org/' },
    });
  const add = () =>
    server.ok({ call: 'AdminService.AddMember', token: root.token, request: { room_id: room, user_id: anna.id } });
  const picture = async (name: string) => {
    if (process.env.TEST_PICTURES) await page.screenshot({ path: `${process.env.TEST_PICTURES}/${name}.png` });
  };

  test('[WNT1] [WNT2] [WNT3] [WNT5] what happens shows at once, as text, and leads there', async () => {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    await add();
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
    await announce('The server rests tonight');
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
    const card = page.getByRole('dialog', { name: 'Notifications' });
    await card.getByRole('paragraph').filter({ hasText: 'The server rests tonight' }).waitFor();
    await expectAccessible(page);
    await picture('bell-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture('bell-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await card.getByRole('link', { name: `Open: You were added to “${evil}”.` }).click();
    await page.waitForURL(`**/r/${room}`);
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
    await picture('bell-room');
  });

  test('[WNT2] [WNT3] [WNT4] what another device reads is read here, and read ones are deleted', async () => {
    await page.goto(`${server.url}/notifications`);
    await page.getByRole('heading', { name: 'Notifications' }).waitFor();
    await page.getByText('(unread)').first().waitFor();
    await server.ok({ call: 'NotificationService.MarkAllAsRead', token: anna.token, request: { up_to_place: 100 } });
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    expect(await page.getByText('(unread)').count()).toBe(0);
    await page.getByRole('button', { name: 'Delete: The server rests tonight' }).click();
    await page.getByRole('paragraph').filter({ hasText: 'The server rests' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete read ones' }).click();
    await page.getByText('Nothing new').waitFor();
    await expectAccessible(page);
  });

  test('[WNT2] several of one kind are one entry, with their number', async () => {
    const settings = { require_approval: true };
    const club = await makeRoom(server, anna, { name: 'Club', settings });
    const ask = async (name: string) => {
      const { token } = await server.signUp(name);
      await server.ok({ call: 'UserService.JoinRoom', token, request: { room_id: club } });
    };
    await ask('ben');
    await page.getByRole('link', { name: /Open: ben_\d+ wants to join “Club”/ }).waitFor();
    await ask('clara');
    await page.getByRole('link', { name: 'Open: 2 people want to join “Club”.' }).waitFor();
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
    expect(await page.getByRole('link', { name: /“Club”/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Delete: 2 people want to join “Club”.' }).click();
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  });

  test('[WNT7] a long text is read to its end', async () => {
    const text = `${'From ten to eleven. '.repeat(30)}The end.`;
    const request = { title: 'A long one', text };
    await server.ok({ call: 'AdminService.CreateAnnouncement', token: root.token, request });
    const entry = page.getByRole('listitem').filter({ hasText: 'A long one' });
    const paragraph = entry.getByText('The end.');
    const heightOf = async () => (await paragraph.boundingBox())!.height;
    const cut = await heightOf();
    await entry.getByRole('button', { name: 'Read on' }).click();
    expect(await heightOf()).toBeGreaterThan(2 * cut);
    await expectAccessible(page);
    await entry.getByRole('button', { name: 'Show less' }).click();
    expect(await heightOf()).toBe(cut);
    await page.getByRole('button', { name: 'Delete: A long one' }).click();
  });

  test('[WNT7] says when the list cannot be read, and reads it again', async () => {
    await page.route('**/api/notifications**', (route) => route.abort());
    await page.goto(`${server.url}/notifications`);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/notifications**');
    await again.click();
    await page.getByText('Nothing new').waitFor();
  });

  test('[WNT1] on a phone it is a sheet', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await announce('A second one, with a title that is as long as people sometimes write them, over two lines');
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    const sheet = page.getByRole('dialog', { name: 'Notifications' });
    await sheet.getByRole('paragraph').filter({ hasText: 'A second one' }).waitFor();
    await picture('bell-phone');
    await sheet.getByRole('button', { name: 'Mark all as read' }).click();
    await sheet.getByText('(unread)').waitFor({ state: 'detached' });
  });

  test('[WNT6] the account says which kinds are mailed', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${server.url}/account`);
    await page.getByRole('switch', { name: 'I am mentioned or answered' }).click();
    await page.getByText('Saved.').waitFor();
    const { preferences } = await server.ok({ call: 'UserService.GetUserPreferences', token: anna.token });
    expect(preferences).toMatchObject({ notify_mentions: true, notify_reports: true });
    await picture('mailed');
  });
});
