import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('preferences', () => {
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WP1] are kept with the account and count at once', async () => {
    const anna = await server.signUp('anna');
    const page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/account`);
    const section = page.getByRole('region', { name: 'Preferences' });
    await section.getByLabel('Appearance').selectOption('dark');
    await page.getByText('Saved.').first().waitFor();
    await section.getByRole('switch', { name: 'Mails about my account' }).click();
    await page.getByRole('switch', { name: 'Mails about my account', checked: false }).waitFor();
    await expectAccessible(page);
    await section.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { name: 'Vorlieben' }).waitFor();
    expect(await page.evaluate<string>('document.documentElement.dataset.theme')).toBe('dark');
    const { preferences } = await server.ok({ call: 'UserService.GetUserPreferences', token: anna.token });
    expect(preferences).toMatchObject({ language: 'de', theme: 'dark', email_notifications: false });
  });

  test('[WP2] come along to another device with the sign-in', async () => {
    const ben = await server.signUp('ben');
    const preferences = { language: 'de', theme: 'light' };
    await server.ok({ call: 'UserService.UpdateUserPreferences', token: ben.token, request: { preferences } });
    const other = await startBrowser();
    try {
      const page = await other.context.newPage();
      await page.goto(`${server.url}/signin`);
      await page.getByLabel('Username').fill(ben.username);
      await page.getByLabel('Password', { exact: true }).fill(testPassword);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('button', { name: 'Raum erstellen' }).waitFor();
      expect(await page.evaluate<string>('document.documentElement.dataset.theme')).toBe('light');
      await page.getByRole('button', { name: 'Konto und Darstellung' }).click();
      await page.getByRole('menuitemradio', { name: 'Dunkel' }).click();
      await until('the account has the new choice', async () => {
        const answer = await server.ok({ call: 'UserService.GetUserPreferences', token: ben.token });
        return answer.preferences.theme === 'dark';
      });
    } finally {
      await other.close();
    }
  });
});
