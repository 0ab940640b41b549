import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('closing a room', () => {
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 390, height: 844 })]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WR26] the creator closes the room to everybody else, and opens it again', async () => {
    const [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
    const room = await makeRoom(server, anna, { name: 'Film club' });
    await joinRoom(server, room, berta);
    const member = await server.socket(room, berta.token);
    const page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    const openSettings = async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Room settings' }).click();
    };
    await openSettings();
    await page.getByRole('button', { name: 'Close room' }).click();
    const question = page.getByRole('alertdialog', { name: 'Close “Film club”?' });
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Close room' }).click();
    await page.getByText('The room is closed to everybody but you.').waitFor();
    await member.closed;
    expect((await server.rest({ call: 'UserService.GetRoom', token: berta.token, room })).reason).toBe('rooms.closed');
    await openSettings();
    await page.getByRole('button', { name: 'Open room' }).click();
    await page.getByText('The room is open again.').waitFor();
    expect((await server.rest({ call: 'UserService.GetRoom', token: berta.token, room })).status).toBe(200);
  });
});
