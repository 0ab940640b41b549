import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser, testPassword } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const why = 'Passkeys do not work while this page is opened by an IP address';

describe.skipIf(!hasChromium)('passkeys on a page that is opened by an IP address', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let anna: TestUser;
  let url: string;

  beforeAll(async () => {
    server = await startTestServer({ webRoot, settings: { 'user.enableWebauthnSignup': true } });
    url = `http://127.0.0.1:${server.app.port}`;
    anna = await server.signUp('anna');
    await server.sql(
      `insert into passkeys (credential_id, user_id, public_key, counter, transports, is_synced, aaguid, name, created_at)
       values ('AAAA', $1, '\\x00', 0, '{internal}', true, '', 'Blue laptop', now())`,
      [anna.id],
    );
    browser = await startBrowser();
    page = await browser.context.newPage();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const passkeyButtons = () => page.getByRole('button', { name: /passkey/i }).allInnerTexts();

  test('[WK5] signing in says that passkeys do not work here, and offers none', async () => {
    await page.goto(`${url}/signin`);
    await page.getByText(why).waitFor();
    expect(await passkeyButtons()).toEqual([]);
    await expectAccessible(page);
  });

  test('[WK5] so does signing up with one', async () => {
    await page.goto(`${url}/signup`);
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await page.getByText(why).waitFor();
  });

  test('[WK5] so does the second step of a sign-in', async () => {
    await server.sql('insert into two_factor_accounts (user_id, enabled_at) values ($1, now())', [anna.id]);
    await page.goto(`${url}/signin`);
    await page.getByLabel('Username or email').fill(anna.username);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await page.getByText(why).waitFor();
    expect(await passkeyButtons()).toEqual([]);
    await expectAccessible(page);
    await server.sql('delete from two_factor_accounts');
  });

  test('[WK5] so do the account page and the question who somebody is', async () => {
    await signInBrowser(page, anna);
    await page.goto(`${url}/account`);
    await page.getByRole('region', { name: 'Passkeys' }).getByText(why).waitFor();
    await page.getByRole('button', { name: 'Remove Blue laptop' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is it really you?' });
    await dialog.getByText(why).waitFor();
    await dialog.getByLabel('Your password', { exact: true }).waitFor();
    expect(await dialog.getByRole('button', { name: /passkey/i }).count()).toBe(0);
    await expectAccessible(page);
  });
});
