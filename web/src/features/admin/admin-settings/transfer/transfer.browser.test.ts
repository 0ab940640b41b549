/**
 * Root exports all settings to a file and imports them again, in a real browser. Needs `npm run build` and Chromium.
 */
import { readFileSync } from 'node:fs';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('settings as a file', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let root: TestUser;

  const dialog = () => page.getByRole('dialog');
  const choose = (text: string) =>
    page
      .getByLabel('File (JSON)')
      .setInputFiles({ name: 'settings.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  const update = (name: string) =>
    server.ok({
      call: 'AdminService.UpdateSettings',
      token: root.token,
      request: { settings: { server: { name } }, update_mask: 'server.name' },
    });
  const stored = async () => (await server.ok({ call: 'AdminService.GetSettings', token: root.token })).settings.server;

  beforeAll(async () => {
    [browser, server] = await Promise.all([startBrowser(), startTestServer({ webRoot })]);
    root = await server.signIn();
    await update('Kino am Eck');
    page = await browser.context.newPage();
    await signInBrowser(page, root);
    await page.goto(`${server.url}/admin/settings`);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WAS5] an export has what was changed', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('button', { name: 'Save file' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^settings-\d{4}-\d\d-\d\d\.json$/);
    const values = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(values).toEqual({ 'server.name': 'Kino am Eck', 'user.enablePasswordSignup': true });
    await dialog().waitFor({ state: 'detached' });
  });

  test('[WAS5] an import shows what would change, and changes it when that is wanted', async () => {
    await page.getByRole('button', { name: 'Import' }).click();
    await choose('server.name: Cinema');
    await dialog().getByText('This file holds no settings').waitFor();
    await choose('{"server.maxRoomsPerUser": 0, "server.size": 3}');
    await dialog().getByText('Nothing was changed, because these values are not allowed').waitFor();
    await dialog().getByText('server.size').waitFor();
    await choose('{"server.name": "Cinema", "server.maxRoomsPerUser": 7}');
    await dialog().getByText('2 settings would change').waitFor();
    await dialog().getByText('Rooms per person').waitFor();
    await expectAccessible(page);
    expect(await stored()).toMatchObject({ name: 'Kino am Eck', maxRoomsPerUser: 10 });
    await update('Somebody was faster');
    await dialog().getByRole('button', { name: 'Change 2 settings' }).click();
    await dialog().getByText('Somebody changed settings meanwhile').waitFor();
    await dialog().getByText('Somebody was faster').waitFor();
    expect(await stored()).toMatchObject({ name: 'Somebody was faster', maxRoomsPerUser: 10 });
    await dialog().getByRole('button', { name: 'Change 2 settings' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await stored()).toMatchObject({ name: 'Cinema', maxRoomsPerUser: 7 });
    await expect.poll(() => page.getByRole('textbox', { name: 'Name of the server' }).inputValue()).toBe('Cinema');
  });
});
