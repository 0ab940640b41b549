import { mkdirSync } from 'node:fs';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type SmtpCatch, startSmtpCatch } from '@matinee/testkit/outside/smtp-catch.ts';
import { startTestServer, type TestServer, type TestUser, testPassword } from '@matinee/testkit/server.ts';
import { expectAccessible, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Folder for screenshots; undefined: the test takes none. */
const pictures = process.env.MATINEE_PICTURES;
const address = 'anna@example.org';

describe.skipIf(!hasChromium)('email in the browser', () => {
  let smtp: SmtpCatch;
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    smtp = await startSmtpCatch();
    server = await startTestServer({ webRoot, smtp, settings: { 'user.enableEmailSignup': true } });
    browser = await startBrowser();
    page = await browser.context.newPage();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await smtp?.stop();
  });

  const forget = () => page.evaluate(() => localStorage.clear());
  /** Signs this person in on the next page. */
  const become = async ({ token, refreshToken }: TestUser) => {
    const session = JSON.stringify({ accessToken: token, refreshToken });
    await page.evaluate((value) => localStorage.setItem('matinee.session', value), session);
  };
  const linkIn = async (to: string) => /https?:\/\/\S+\/verify#\S+/.exec((await smtp.next(to)).text)![0];
  /** The link with the origin that the test uses. */
  const here = (link: string) => link.replace(/^https?:\/\/[^/]+/, server.url);
  const section = () => page.getByRole('region', { name: 'Email' });
  const dialog = () => page.getByRole('dialog');

  async function look(name: string): Promise<void> {
    await expectAccessible(page);
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${pictures}/${name}-phone-dark.png`, fullPage: true });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
  }

  async function prove(): Promise<void> {
    await dialog().getByLabel('Your password', { exact: true }).fill(testPassword);
    await page.keyboard.press('Enter');
  }

  test('[WE3] an address, the code from the mail, a name and a password make an account', async () => {
    await page.goto(`${server.url}/signup`);
    await page.getByRole('button', { name: 'Use an email address instead' }).click();
    await page.getByLabel('Email address').fill(address);
    await look('sign-up-address');
    await page.keyboard.press('Enter');
    const code = await server.mailedCode(address);
    await page.locator('input[name=code]:focus').waitFor();
    await page.getByLabel('Code from the mail').fill(code.toLowerCase());
    await page.getByLabel('Username').fill('anna');
    await page.getByLabel('New password', { exact: true }).fill(testPassword);
    await look('sign-up-code');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/`);
    await page.goto(`${server.url}/account`);
    await section().getByText(address).waitFor();
    await section().getByText('Confirmed').waitFor();
    await look('account-email');
  });

  test('[WE2] a mailed code is typed, a wrong one is said to be so', async () => {
    await forget();
    await page.goto(`${server.url}/signin?return=/account`);
    await page.getByLabel('Username or email').fill(address);
    await page.getByRole('button', { name: 'Sign in by email' }).click();
    await look('sign-in-address');
    expect(await page.getByLabel('Email address').inputValue()).toBe(address);
    await page.getByRole('button', { name: 'Send a code' }).click();
    await page.getByLabel('Code from the mail').fill('AAAA-AAAA');
    await page.keyboard.press('Enter');
    await page.getByText('This code is wrong, was used or is too old').waitFor();
    await look('sign-in-wrong-code');
    await page.getByLabel('Code from the mail').fill(await server.mailedCode(address));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/account`);
    await section().getByText(address).waitFor();
  });

  test('[WE1] [WE2] a link signs in when its button is pressed, and its code leaves the address bar', async () => {
    await forget();
    await page.goto(`${server.url}/signin`);
    await page.getByRole('button', { name: 'Sign in by email' }).click();
    await page.getByLabel('Email address').fill(address);
    await page.keyboard.press('Enter');
    const link = here(await linkIn(address));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(link);
    await page.getByText(`You are about to sign in as ${address}.`).waitFor();
    expect(page.url()).toBe(`${server.url}/verify`);
    // Programs that check links in mails open them. The code must still work afterwards.
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText(`You are about to sign in as ${address}.`).waitFor();
    await look('verify-sign-in');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.url}/`);
    expect(asked.filter((url) => url.includes('token'))).toEqual([]);
    await page.goto(link);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This code is wrong, was used or is too old').waitFor();
  });

  test('[WE1] a link that is not whole says so', async () => {
    await page.goto(`${server.url}/verify#kind=sign_in`);
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await look('verify-broken');
  });

  test('[WE4] a forgotten password is set anew by the link, and signs in', async () => {
    await forget();
    await page.goto(`${server.url}/signin`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email address').fill(address);
    await look('reset-address');
    await page.keyboard.press('Enter');
    await page.getByLabel('Code from the mail').waitFor();
    await look('reset-code');
    await page.goto(here(await linkIn(address)));
    await page.getByLabel('New password', { exact: true }).fill('Another-horse-8');
    await look('reset-link');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/signin`);
    await page.getByLabel('Username or email').fill(address);
    await page.getByLabel('Password', { exact: true }).fill('Another-horse-8');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/`);
    expect((await smtp.next(address)).headers.subject).toMatch(/password was changed/);
  });

  test('[WE5] an address is added, changed and removed on the account page', { timeout: 60_000 }, async () => {
    await become(await server.signUp('bert'));
    await page.goto(`${server.url}/account`);
    await section().getByRole('button', { name: 'Add an address' }).click();
    await section().getByLabel('Email address').fill('bert@example.org');
    await look('account-add');
    await page.keyboard.press('Enter');
    await prove();
    await section().getByText('Waiting for the code sent to bert@example.org.').waitFor();
    await look('account-pending');
    await section()
      .getByLabel('Code from the mail')
      .fill(await server.mailedCode('bert@example.org'));
    await page.keyboard.press('Enter');
    await section().getByText('Confirmed').waitFor();
    await section().getByRole('button', { name: 'Change' }).click();
    await section().getByLabel('Email address').fill('robert@example.org');
    await page.keyboard.press('Enter');
    await section().getByText('Waiting for the code sent to robert@example.org.').waitFor();
    await page.goto(here(await linkIn('robert@example.org')));
    await page.getByRole('button', { name: 'Confirm the address' }).waitFor();
    await look('verify-address');
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await page.waitForURL(`${server.url}/account`);
    await section().getByText('robert@example.org', { exact: true }).waitFor();
    await section().getByRole('button', { name: 'Remove' }).click();
    await prove();
    await section().getByRole('button', { name: 'Add an address' }).waitFor();
  });

  test('[WE6] an administrator sends a test mail and reads what the mail server said', async () => {
    await become(await server.signIn());
    await page.goto(`${server.url}/admin/settings/email`);
    const test = page.getByRole('region', { name: 'Test mail' });
    await test.getByLabel('Email address').fill('operator@example.org');
    await test.getByRole('button', { name: 'Send test mail' }).click();
    await test.getByText('The mail server said: 250 OK').waitFor();
    expect((await smtp.next('operator@example.org')).headers.subject).toBe('Test mail from Matinee');
    await look('admin-test-mail');
    await smtp.stop();
    await test.getByLabel('Email address').fill('another@example.org');
    await page.keyboard.press('Enter');
    await test.getByText(/could not be handed over: .*ECONNREFUSED/).waitFor();
  });
});
