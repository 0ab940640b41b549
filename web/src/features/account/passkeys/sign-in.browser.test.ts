import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { addAuthenticator } from '@matinee/testkit/virtual-authenticator.ts';
import { expectAccessible, webRoot } from '@matinee/testkit/web-app.ts';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const nextPassword = 'Another-horse-8';

describe.skipIf(!hasChromium)('passwords that stay in the browser, and passkeys', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let cdp: CDPSession;
  let url: string;
  /** Chromium's virtual authenticator. */
  let authenticatorId: string;
  /** All requests of the page. */
  const sent: string[] = [];

  beforeAll(async () => {
    server = await startTestServer({
      webRoot,
      settings: { 'user.enableWebauthnSignup': true },
      config: { 'limits.enabled': false },
    });
    url = `http://localhost:${server.app.port}`;
    browser = await startBrowser();
    page = await browser.context.newPage();
    page.on('request', (request) => sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
    ({ id: authenticatorId, cdp } = await addAuthenticator(page));
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const section = (name: string) => page.getByRole('region', { name });
  const dialog = () => page.getByRole('dialog');
  const isSignedIn = () => page.evaluate(() => localStorage.getItem('matinee.session') !== null);
  /** Waits for the start page of a signed-in person. */
  const arrive = async () => {
    await page.waitForURL(`${url}/`);
    await page.getByRole('button', { name: 'Account and appearance' }).waitFor();
    expect(await isSignedIn()).toBe(true);
  };

  /**
   * Signs out on the start page. From a page that needs an account, the sign-in page would follow and offer the passkey
   * at once.
   */
  async function signOut(): Promise<void> {
    await page.goto(`${url}/`);
    await page.getByRole('button', { name: 'Account and appearance' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect.poll(isSignedIn).toBe(false);
  }

  test('[WS3] somebody signs up with a password that is never sent', async () => {
    await page.goto(`${url}/signup`);
    await page.getByLabel('Username').fill('anna');
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create account' }).click();
    await arrive();
    const calls = sent.filter((request) => request.includes('/api/auth/'));
    expect(calls.map((request) => request.split(' ')[1]!.replace(url, ''))).toEqual([
      '/api/auth/opaque/registration/start',
      '/api/auth/opaque/registration/finish',
    ]);
    expect(sent.filter((request) => request.includes(testPassword))).toEqual([]);
  });

  test('[WS4] a name that is taken is said at its field, until it is changed', async () => {
    await signOut();
    await page.goto(`${url}/signup`);
    await page.getByLabel('Username').fill('ANNA');
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.keyboard.press('Enter');
    const taken = page.getByText('Somebody already has this name');
    await taken.waitFor();
    expect(await page.getByLabel('Username').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Username').fill('ANNA2');
    await taken.waitFor({ state: 'detached' });
  });

  test('[WS3] [WS4] a wrong password is said at its field; the right one signs in', async () => {
    sent.length = 0;
    await page.goto(`${url}/signin`);
    await page.getByLabel('Username or email').fill('anna');
    await page.getByLabel('Password', { exact: true }).fill('Wrong-horse-7');
    await page.keyboard.press('Enter');
    const wrong = page.getByText('Username or password is wrong');
    await wrong.waitFor();
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await wrong.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await arrive();
    expect(sent.filter((request) => /horse-7/.test(request))).toEqual([]);
    expect(sent.some((request) => request.includes('/api/auth/opaque/login/finish'))).toBe(true);
  });

  test('[WK1] a passkey is added after a proof, and named', async () => {
    await page.getByRole('button', { name: 'Account and appearance' }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await section('Passkeys').getByText('No passkeys yet').waitFor();
    await section('Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
    await dialog().getByLabel('Your password', { exact: true }).fill(testPassword);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await section('Passkeys').getByText('Chrome on Linux', { exact: true }).waitFor();
    await section('Passkeys').getByRole('button', { name: 'Rename Chrome on Linux' }).click();
    await page.getByLabel('Name of the passkey').fill('Blue laptop');
    await page.keyboard.press('Enter');
    await section('Passkeys').getByText('Blue laptop', { exact: true }).waitFor();
    await expectAccessible(page);
    expect(sent.filter((request) => /horse-7/.test(request))).toEqual([]);
  });

  test('[WK2] the field for the name offers it, and nobody has to press anything else', async () => {
    await signOut();
    await page.goto(`${url}/signin`);
    // Chromium starts this only for a field whose `autocomplete` has the word `webauthn`.
    await arrive();
  });

  test('[WK2] the button signs in with it too', async () => {
    // Acts like a browser that cannot offer passkeys in suggestions.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await signOut();
    await page.goto(`${url}/signin`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await arrive();
  });

  test('[WA1] a wrong current password is said at its field; the right one sets a new one', async () => {
    await page.goto(`${url}/account`);
    await section('Password').getByLabel('Current password', { exact: true }).fill('Wrong-horse-7');
    await section('Password').getByLabel('New password', { exact: true }).fill(nextPassword);
    await page.keyboard.press('Enter');
    await section('Password').getByText('That is not your current password').waitFor();
    await section('Password').getByLabel('Current password', { exact: true }).fill(testPassword);
    await page.keyboard.press('Enter');
    await page.getByText('Your password is set').waitFor();
    expect(sent.filter((request) => /horse-[78]/.test(request))).toEqual([]);
    const request = { username: 'anna', password: nextPassword };
    await server.ok({ call: 'AuthService.LoginWithDirectPassword', request });
  });

  test('[WA2] devices are listed and signed out, one or all others', async () => {
    const request = { username: 'anna', password: nextPassword };
    const login = () => server.ok({ call: 'AuthService.LoginWithDirectPassword', request });
    await page.reload();
    await section('Devices').getByText('This device').waitFor();
    await section('Devices').getByRole('button', { name: 'Sign out Unknown device' }).click();
    await section('Devices').getByRole('button', { name: 'Sign out Unknown device' }).waitFor({ state: 'detached' });
    const { accessToken } = await login();
    await page.reload();
    await section('Devices').getByRole('button', { name: 'Sign out all others' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' }).click();
    await page.getByText('1 device signed out').waitFor();
    const profile = await server.rest({ call: 'UserService.GetProfile', token: accessToken });
    expect(profile.reason).toBe('auth.invalid_token');
    expect(await isSignedIn()).toBe(true);
  });

  test('[WA3] another name is taken over everywhere, and one that cannot be is said so', async () => {
    const username = section('Profile').getByLabel('Username', { exact: true });
    await username.fill('an na');
    await section('Profile').getByText('without spaces').waitFor();
    await username.fill('anna_b');
    await page.keyboard.press('Enter');
    await page.getByText('Your username is now anna_b').waitFor();
  });

  test('[WK3] the passkey is removed after a question and a proof', async () => {
    await section('Passkeys').getByRole('button', { name: 'Remove Blue laptop' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
    await dialog().getByLabel('Your password', { exact: true }).fill(nextPassword);
    await page.keyboard.press('Enter');
    await section('Passkeys').getByText('No passkeys yet').waitFor();
  });

  test('[WK4] somebody signs up with a passkey only, and keeps the last way to sign in', async () => {
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    await signOut();
    await page.goto(`${url}/signup`);
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await page.getByLabel('Username').fill('keyed');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await arrive();
    await page.goto(`${url}/account`);
    await section('Passkeys').getByRole('button', { name: 'Remove Chrome on Linux' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
    await dialog().getByRole('button', { name: 'Use a passkey', exact: true }).click();
    await section('Passkeys').getByText('This is the only way to sign in').waitFor();
  });

  test('[WA1] [WF7] an account without a password sets one after a proof, that of a minute ago', async () => {
    await section('Password').getByRole('button', { name: 'I have none, or forgot it' }).click();
    await section('Password').getByLabel('New password', { exact: true }).fill(nextPassword);
    await page.keyboard.press('Enter');
    await page.getByText('Your password is set').waitFor();
    const request = { username: 'keyed', password: nextPassword };
    await server.ok({ call: 'AuthService.LoginWithDirectPassword', request });
  });

  test('a stranger is sent to sign in, and comes back', async () => {
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    await signOut();
    await page.goto(`${url}/account`);
    await page.waitForURL(/\/signin\?return=/);
    await page.getByLabel('Username or email').fill('keyed');
    await page.getByLabel('Password', { exact: true }).fill(nextPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
  });
});
