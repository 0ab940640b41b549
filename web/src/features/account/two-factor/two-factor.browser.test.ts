import { readFileSync } from 'node:fs';
import { totpCode } from '@matinee/testkit/accounts/totp.ts';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { expectAccessible, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('two-factor sign-in', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let secret: string;
  let recoveryCodes: string[];

  beforeAll(async () => {
    server = await startTestServer({ webRoot });
    browser = await startBrowser();
    page = await browser.context.newPage();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** The app's code `steps` of 30 s from now. The server accepts each step once. */
  const code = (steps: number) => totpCode(secret, Date.now() + steps * 30_000);
  const section = () => page.getByRole('region', { name: 'Two-factor sign-in' });
  const dialog = () => page.getByRole('dialog');

  async function proveByPassword(): Promise<void> {
    await dialog().getByLabel('Your password', { exact: true }).fill(testPassword);
    await page.keyboard.press('Enter');
  }

  async function signIn(): Promise<void> {
    await page.goto(`${server.url}/signin`);
    await page.getByLabel('Username or email').fill('anna');
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
  }

  const forget = () => page.evaluate(() => localStorage.clear());

  test('[WF1] a new account hears what is missing', async () => {
    await page.goto(`${server.url}/signup`);
    await page.getByLabel('Username').fill('anna');
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(`${server.url}/`);
    await page.goto(`${server.url}/account`);
    await section().getByText('One more factor is needed').waitFor();
    expect(await section().getByRole('switch').isDisabled()).toBe(true);
    await expectAccessible(page);
  });

  test('[WF2] [WF6] an authenticator app is set up with a key and its first code, and what follows is said before', async () => {
    await section().getByText('Each change here signs you out on all other devices.').waitFor();
    await section().getByRole('button', { name: 'Set up an app' }).click();
    await dialog().getByText('you are signed out on all other devices').waitFor();
    await proveByPassword();
    await dialog().getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    secret = (await dialog().locator('code').innerText()).replaceAll(' ', '');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    await expectAccessible(page);
    const wrong = code(20);
    await dialog().getByLabel('Code of the app').fill(wrong);
    await page.keyboard.press('Enter');
    await dialog().getByText('The app shows another code').waitFor();
    await dialog().getByLabel('Code of the app').fill(code(-1));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor();
    recoveryCodes = await dialog().getByRole('listitem').allInnerTexts();
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    await expectAccessible(page);
  });

  test('[WF2] the recovery codes are a file, and are not closed away by accident', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('button', { name: 'Download' }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    for (const each of recoveryCodes) expect(text).toContain(each);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await dialog().getByText(recoveryCodes[0]!).waitFor();
    await dialog().getByRole('button', { name: 'I have saved them' }).click();
    await dialog().waitFor({ state: 'detached' });
    await section().getByText('10 of 10 recovery codes are left').waitFor();
  });

  test('[WF1] with two factors it can be turned on', async () => {
    await section().getByRole('switch').click();
    await proveByPassword();
    await section().getByText('It is on.').waitFor();
    expect(await section().getByRole('switch').getAttribute('aria-checked')).toBe('true');
    await section().getByRole('button', { name: 'Remove the app' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the app' }).click();
    await proveByPassword();
    await section().getByText('Two-factor sign-in needs this app').waitFor();
  });

  test('[WF3] signing in asks for the code, says when it is wrong, and takes the right one by itself', async () => {
    await forget();
    await signIn();
    await expectAccessible(page);
    const field = page.getByLabel('Code of your authenticator app');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
    const wrong = code(20);
    await field.fill(wrong);
    await page.getByText('That was not right, or it was used before').waitFor();
    const right = code(0);
    await field.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
    await page.waitForURL(`${server.url}/`);
    await page.goto(`${server.url}/account`);
    await section().getByText('It is on.').waitFor();
  });

  test('[WF3] a recovery code signs in once, in any spelling', async () => {
    await forget();
    await signIn();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[4]!.toLowerCase().replaceAll('-', ' '));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/`);
    await page.goto(`${server.url}/account`);
    await section().getByText('9 of 10 recovery codes are left').waitFor();
    await forget();
    await signIn();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[4]!);
    await page.keyboard.press('Enter');
    await page.getByText('That was not right, or it was used before').waitFor();
  });
});
