import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('rooms that wait for an administrator', () => {
  let server: TestServer;
  let browsers: TestBrowser[];

  beforeAll(async () => {
    const settings = { 'room.createRoomNeedReview': true };
    server = await startTestServer({ webRoot, settings });
    browsers = await Promise.all([startBrowser(), startBrowser()]);
  });
  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    await server?.stop();
  });

  test('[WRC1] [WRC2] [WNT3] a room is asked for by one press, shown as waiting, told of, and approved; another is withdrawn', async () => {
    const anna = await server.signUp('anna');
    const [page, office] = [await browsers[0]!.context.newPage(), await browsers[1]!.context.newPage()];
    await signInBrowser(page, anna);
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Create room' }).first().click();
    await page.getByText('An administrator looks at your room first.').waitFor();
    await page.waitForURL('**/account#room-creations');
    await page.getByRole('button', { name: 'Withdraw ' }).waitFor();
    await expectAccessible(page);
    if (process.env.TEST_PICTURES) await page.screenshot({ path: `${process.env.TEST_PICTURES}/waiting-room.png` });
    await signInBrowser(office, await server.signIn());
    await office.goto(server.url);
    await office.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await office.getByRole('link', { name: /^Open: The new room “.+” waits for you\./ }).click();
    await office.waitForURL('**/admin/room-creations');
    await office.getByRole('checkbox', { name: 'Choose ' }).first().check();
    await expectAccessible(office);
    if (process.env.TEST_PICTURES) await office.screenshot({ path: `${process.env.TEST_PICTURES}/new-rooms.png` });
    await office.getByRole('button', { name: 'Approve' }).click();
    await office.getByText('The room is created.').waitFor();
    await office.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    const { rooms } = await server.ok({ call: 'UserService.ListMyRooms', token: anna.token });
    expect(rooms.length).toBe(1);
    await server.ok({ call: 'UserService.CreateRoom', token: anna.token, request: { name: 'On second thought' } });
    await office.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Withdraw On second thought' }).click();
    await page.getByRole('button', { name: 'Withdraw On second thought' }).waitFor({ state: 'detached' });
    await office.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  });
});
