import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('reports', () => {
  let server: TestServer;
  let browsers: TestBrowser[] = [];
  let owner: TestUser;
  let spammer: TestUser;
  let reporter: TestUser;
  let room: string;

  beforeAll(async () => {
    server = await startTestServer({ webRoot });
    browsers = [await startBrowser(), await startBrowser(), await startBrowser()];
    [owner, spammer, reporter] = [
      await server.signUp('owner'),
      await server.signUp('spam'),
      await server.signUp('rita'),
    ];
    room = await makeRoom(server, owner, { name: 'Film club' });
    await joinRoom(server, room, spammer, reporter);
    const request = { client_message_id: 'm-1', content: 'Buy <b>cheap</b> watches' };
    await server.ok({ call: 'RoomService.SendChatMessage', token: spammer.token, room, request });
  });

  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    await server?.stop();
  });

  const open = async (place: number, user: TestUser): Promise<Page> => {
    const page = await browsers[place]!.context.newPage();
    await signInBrowser(page, user);
    return page;
  };
  const picture = async (page: Page, name: string) => {
    if (process.env.TEST_PICTURES) await page.screenshot({ path: `${process.env.TEST_PICTURES}/${name}.png` });
  };

  test('[WRP1] [WRP2] a message is reported, and a moderator deletes it and decides', async () => {
    const page = await open(0, reporter);
    await page.goto(`${server.url}/r/${room}`);
    const message = page.getByText('Buy <b>cheap</b> watches');
    await message.hover();
    await page.getByRole('toolbar', { name: 'What you can do' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Report…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report' });
    await dialog.getByLabel('What is it?').selectOption('spam');
    await dialog.getByLabel('More about it').fill('He does it every day');
    await expectAccessible(page);
    await picture(page, 'report-dialog');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Sent. Thank you').waitFor();

    const desk = await open(1, owner);
    await desk.goto(`${server.url}/r/${room}`);
    await desk.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
    await desk.getByRole('banner').getByRole('button', { name: 'More' }).click();
    await desk.getByRole('menuitem', { name: 'Moderation' }).click();
    await desk.getByRole('tab', { name: 'Reports' }).click();
    const card = desk.getByRole('article', { name: `Message of ${spammer.username}` });
    await card.getByText('He does it every day').waitFor();
    expect(await card.getByText(reporter.username).count()).toBe(0);
    await expectAccessible(desk);
    await picture(desk, 'report-queue');
    await card.getByRole('button', { name: 'Delete message' }).click();
    await message.waitFor({ state: 'detached' });
    await card.getByLabel('Note').fill('deleted');
    await card.getByRole('button', { name: 'Resolve' }).click();
    await desk.getByText('No reports').waitFor();
    await desk.getByLabel('Show').selectOption('resolved');
    await card.getByText(`Resolved by ${owner.username}`).waitFor();
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await page.getByText('What you reported was dealt with').first().waitFor();
  });

  test('[WRP1] [WRP3] [WRP4] the room is reported, and an administrator decides', async () => {
    const page = await open(0, reporter);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('banner').getByRole('button', { name: 'More' }).click();
    expect(await page.getByRole('menuitem', { name: 'Moderation' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Report this room…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Sent. Thank you').waitFor();

    const desk = await open(2, await server.signIn());
    await desk.goto(`${server.url}/admin/reports`);
    const card = desk.getByRole('article', { name: 'Room Film club' });
    await card.getByText(`reported by ${reporter.username}`).waitFor();
    await expectAccessible(desk);
    await picture(desk, 'admin-reports');
    await server.sql(`update content_reports set version = 2, status = 2 where target = 4`);
    await card.getByRole('button', { name: 'Take up' }).click();
    await card.getByText('In review').waitFor();
    await card.getByRole('button', { name: 'Dismiss' }).click();
    await desk.getByText('No reports').waitFor();
  });

  test('[WRP5] an administrator announces something, and takes it back', async () => {
    const desk = await open(2, await server.signIn());
    await desk.goto(`${server.url}/admin/announcements`);
    await desk.getByText('Nothing was announced').waitFor();
    await desk.getByLabel('Title').fill('A <i>new</i> projector');
    await desk.getByLabel('Text').fill('Come and see.');
    await desk.getByRole('button', { name: 'Announce to all accounts' }).click();
    await desk.getByRole('heading', { name: 'A <i>new</i> projector' }).waitFor();
    await expectAccessible(desk);
    await picture(desk, 'admin-announcements');
    await desk.getByRole('button', { name: 'Delete: A <i>new</i> projector' }).click();
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await desk.getByText('Nothing was announced').waitFor();
  });
});
