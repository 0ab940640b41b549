import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type SmtpCatch, startSmtpCatch } from '@matinee/testkit/outside/smtp-catch.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { addAuthenticator } from '@matinee/testkit/virtual-authenticator.ts';
import { expectAccessible, webRoot } from '@matinee/testkit/web-app.ts';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const address = 'anna@example.org';

describe.skipIf(!hasChromium)('the second step by a passkey and by a mailed code', () => {
  let smtp: SmtpCatch;
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let cdp: CDPSession;
  let authenticatorId: string;
  let url: string;

  beforeAll(async () => {
    smtp = await startSmtpCatch();
    server = await startTestServer({ webRoot, smtp });
    url = `http://localhost:${server.app.port}`;
    browser = await startBrowser();
    page = await browser.context.newPage();
    // Acts like a browser that cannot offer passkeys in suggestions. Otherwise the page would sign in before the test
    // types a password.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    ({ id: authenticatorId, cdp } = await addAuthenticator(page));
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await smtp?.stop();
  });

  const section = (name: string) => page.getByRole('region', { name });
  const dialog = () => page.getByRole('dialog');
  const isSignedIn = () => page.evaluate(() => localStorage.getItem('matinee.session') !== null);

  async function proveByPassword(): Promise<void> {
    await dialog().getByLabel('Your password', { exact: true }).fill(testPassword);
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'detached' });
  }

  /** Signs in with the password, up to the second step. */
  async function beginSignIn(): Promise<void> {
    await page.goto(`${url}/signin`);
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${url}/signin?return=/account`);
    await page.getByLabel('Username or email').fill('anna');
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    expect(await isSignedIn()).toBe(false);
  }

  async function arrive(): Promise<void> {
    await page.waitForURL(`${url}/account`);
    await section('Two-factor sign-in').getByText('It is on.').waitFor();
    expect(await isSignedIn()).toBe(true);
  }

  /** How often the passkey signed. */
  async function signatures(): Promise<number> {
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    return credentials[0]!.signCount;
  }

  test('[WF1] [WF6] [WF7] a password, a passkey and an address are factors enough; for the address nobody is asked again', async () => {
    await page.goto(`${url}/signup?return=/account`);
    await page.getByLabel('Username').fill('anna');
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(`${url}/account`);
    await section('Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
    await proveByPassword();
    await section('Passkeys').getByText('Chrome on Linux', { exact: true }).waitFor();
    // No further question comes, so the section itself says what follows.
    await section('Email').getByText('Each change here signs you out on all other devices.').waitFor();
    await section('Email').getByRole('button', { name: 'Add an address' }).click();
    await section('Email').getByLabel('Email address').fill(address);
    await page.keyboard.press('Enter');
    await section('Email')
      .getByLabel('Code from the mail')
      .fill(await server.mailedCode(address));
    await page.keyboard.press('Enter');
    await section('Email').getByText('Confirmed', { exact: true }).waitFor();
    await section('Two-factor sign-in').getByRole('switch').click();
    await proveByPassword();
    await section('Two-factor sign-in').getByText('It is on.').waitFor();
  });

  test('[WF3] a passkey is the second factor', async () => {
    await beginSignIn();
    await expectAccessible(page);
    const before = await signatures();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await arrive();
    expect(await signatures()).toBeGreaterThan(before);
  });

  test('[WF3] a device that does not know the person is none, and says so; another way still works', async () => {
    await beginSignIn();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('No passkey was chosen, or it took too long').waitFor();
    expect(await isSignedIn()).toBe(false);
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await arrive();
  });

  test('[WF3] a mailed code is the second factor; a wrong one is said to be so', async () => {
    await beginSignIn();
    await page.getByRole('button', { name: 'Get a code by email' }).click();
    await page.getByRole('button', { name: 'Send me a code' }).click();
    const field = page.getByLabel('Code from the email');
    await page.getByText('We sent a code to').waitFor();
    expect(await page.getByText(address).count()).toBe(0);
    await expectAccessible(page);
    await field.fill('AAAA-AAAA');
    await page.keyboard.press('Enter');
    await page.getByText('That was not right, or it was used before').waitFor();
    expect(await isSignedIn()).toBe(false);
    const code = await server.mailedCode(address);
    await field.fill(code);
    await page.keyboard.press('Enter');
    await arrive();
    await beginSignIn();
    await page.getByRole('button', { name: 'Get a code by email' }).click();
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByLabel('Code from the email').fill(code);
    await page.keyboard.press('Enter');
    await page.getByText('That was not right, or it was used before').waitFor();
  });
});
