import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type SmtpCatch, startSmtpCatch } from '@matinee/testkit/outside/smtp-catch.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('preferences', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let smtp: SmtpCatch;

  beforeAll(async () => {
    smtp = await startSmtpCatch();
    [server, browser] = await Promise.all([startTestServer({ webRoot, smtp }), startBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await smtp?.stop();
  });

  test('[WP1] are kept with the account and count at once', async () => {
    const anna = await server.signUp('anna');
    const page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/account`);
    const section = page.getByRole('region', { name: 'Preferences' });
    await section.getByLabel('Appearance').selectOption('dark');
    await page.getByText('Saved.').first().waitFor();
    await section.getByRole('switch', { name: 'Emails about my account' }).click();
    await page.getByRole('switch', { name: 'Emails about my account', checked: false }).waitFor();
    await expectAccessible(page);
    await section.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    expect(await page.evaluate<string>('document.documentElement.dataset.theme')).toBe('dark');
    const { preferences } = await server.ok({ call: 'UserService.GetUserPreferences', token: anna.token });
    expect(preferences).toMatchObject({ language: 'de', theme: 'dark', email_notifications: false });
  });

  test('[WP2] come to another device at the sign-in, and go back from its menu', async () => {
    const bert = await server.signUp('bert');
    const preferencesOf = async () =>
      (await server.ok({ call: 'UserService.GetUserPreferences', token: bert.token })).preferences;
    const other = await startBrowser();
    try {
      const page = await other.context.newPage();
      const signIn = async () => {
        await page.goto(`${server.url}/signin`);
        await page.locator('input[name=username]').fill(bert.username);
        await page.locator('input[name=password]').fill(testPassword);
        await page.keyboard.press('Enter');
        await page.waitForURL(`${server.url}/`);
      };
      await signIn();
      await expect.poll(preferencesOf).toMatchObject({ language: 'en', theme: 'system' });
      await page.getByRole('button', { name: 'Account and appearance' }).click();
      await page.getByRole('menuitemradio', { name: 'Dark' }).click();
      await expect.poll(preferencesOf).toMatchObject({ language: 'en', theme: 'dark' });
      await server.ok({
        call: 'UserService.UpdateUserPreferences',
        token: bert.token,
        request: { preferences: { language: 'de' } },
      });
      await page.evaluate('localStorage.clear()');
      await signIn();
      await page.locator('html[lang=de][data-theme=dark]').waitFor();
    } finally {
      await other.close();
    }
  });
});
