import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('the account page', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    [browser, server] = await Promise.all([startBrowser({ width: 1440, height: 900 }), startTestServer({ webRoot })]);
    page = await browser.context.newPage();
    await signInBrowser(page, await server.signUp('anna'));
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const region = (name: string) => page.getByRole('region', { name });
  const focusedName = () =>
    page.evaluate<string>(`document.activeElement.getAttribute('name') || document.activeElement.textContent`);

  test('[WP4] where the server sends no mail, there is nothing to choose of mails', async () => {
    await page.goto(`${server.url}/account#preferences`);
    await region('Preferences').getByText('This server does not send mail at the moment.').waitFor();
    expect(await region('Preferences').getByRole('switch', { name: /mails/i }).count()).toBe(0);
  });

  test('[WA4] an address with the name of a section shows it, and the others are a click away', async () => {
    await page.goto(`${server.url}/account#preferences`);
    await region('Close account').waitFor();
    await expect.poll(async () => (await region('Preferences').boundingBox())?.y).toBeLessThan(700);
    // As in Safari, which does not hold the page by itself.
    await page.addStyleTag({ content: '* { overflow-anchor: none !important }' });
    await region('Profile').evaluate((section) => section.setAttribute('style', 'min-height: 1500px'));
    await expect.poll(async () => (await region('Preferences').boundingBox())?.y).toBeLessThan(700);
    const parts = page.getByRole('navigation', { name: 'Parts of this page' });
    expect(await parts.getByRole('link').allTextContents()).toEqual([
      ...['Profile', 'Email', 'Password', 'Passkeys', 'Two-factor sign-in'],
      ...['Devices', 'Preferences', 'Sources', 'Blocked people'],
      ...['Rooms that wait', 'Deleted rooms', 'My data', 'Close account'],
    ]);
    await parts.getByRole('link', { name: 'Profile' }).click();
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeLessThan(200);
    await expectAccessible(page);
  });

  test('[WA5] a closed question gives the focus back, also one that another question followed', async () => {
    await page.goto(`${server.url}/account`);
    await region('Close account').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Close your account?' }).waitFor();
    await page.keyboard.press('Escape');
    // The question itself also has these words, and has the focus while it closes.
    await expect.poll(focusedName).toBe('Close my account…');
    await page.getByRole('button', { name: 'Set up an app' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Your password', { exact: true }).fill(testPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Set up an authenticator app' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focusedName).toContain('Set up an app');
  });

  test('[WA5] a form that is sent with something wrong leads to the first such field', async () => {
    await page.goto(`${server.url}/account`);
    const password = region('Password');
    await password.getByRole('button', { name: 'Change password' }).click();
    await expect.poll(focusedName).toBe('current-password');
    await password.getByLabel('Current password', { exact: true }).fill(testPassword);
    await password.getByRole('button', { name: 'Change password' }).click();
    await expect.poll(focusedName).toBe('new-password');
  });
});
