import { readFileSync } from 'node:fs';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { unzip } from '@matinee/testkit/files/unzip.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('my data', () => {
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WAX1] comes as one file after a proof, and a refusal is shown', async () => {
    const anna = await server.signUp('anna');
    const page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/account`);
    const section = page.getByRole('region', { name: 'My data' });
    const button = section.getByRole('button', { name: 'Download my data' });
    await button.click();
    await page.getByRole('dialog').locator('input[type=password]').fill(testPassword);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toMatch(/^matinee-usr_\w+-\d{4}-\d\d-\d\d\.zip$/);
    const files = unzip(readFileSync(await download.path()));
    expect(JSON.parse(files.get('account.json')!.toString())).toMatchObject([{ username: anna.username }]);
    await section.getByText('The download has begun').waitFor();
    await expectAccessible(page);
    await page.route('**/api/user/account-exports', (route) =>
      route.fulfill({
        status: 429,
        json: { code: 'account_exports.running', message: 'An archive is being downloaded.' },
      }),
    );
    await button.click();
    await section.getByRole('alert').waitFor();
    await page.close();
  });
});
