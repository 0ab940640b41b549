import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
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
});
