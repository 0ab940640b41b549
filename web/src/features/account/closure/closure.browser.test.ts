import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('closing the account', () => {
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WCL1] takes the name and a proof, and signs out', async () => {
    const anna = await server.signUp('anna');
    const page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/account`);
    await page.getByRole('button', { name: 'Close my account…' }).click();
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close account' });
    expect(await close.isDisabled()).toBe(true);
    await page.getByLabel(`Type ${anna.username} to confirm`).fill(anna.username);
    await expectAccessible(page);
    await close.click();
    await page.getByRole('dialog').locator('input[type=password]').fill(testPassword);
    await page.keyboard.press('Enter');
    if (process.env.TEST_PICTURES) await page.screenshot({ path: `${process.env.TEST_PICTURES}/closing.png` });
    await page.getByText('Your account is closed.').waitFor();
    const request = { username: anna.username, password: testPassword };
    const { status } = await server.rest({ call: 'AuthService.LoginWithDirectPassword', request });
    expect(status).toBe(401);
  });
});
