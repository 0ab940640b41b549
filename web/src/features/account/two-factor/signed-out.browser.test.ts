import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser, testPassword } from '@matinee/testkit/server.ts';
import { addAuthenticator } from '@matinee/testkit/virtual-authenticator.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';

const pictures = process.env['MATINEE_PICTURES'];

describe.skipIf(!hasChromium)('a device that a new passkey signs out', () => {
  let server: TestServer;
  let [laptop, phone]: TestBrowser[] = [];
  let [here, there]: Page[] = [];
  let anna: TestUser;
  let url: string;

  beforeAll(async () => {
    server = await startTestServer({ webRoot });
    url = `http://localhost:${server.app.port}`;
    anna = await server.signUp('anna');
    const request = { username: anna.username, password: testPassword };
    const { accessToken, refreshToken } = await server.ok({ call: 'AuthService.LoginWithDirectPassword', request });
    [laptop, phone] = [await startBrowser(), await startBrowser()];
    [here, there] = [await laptop.context.newPage(), await phone.context.newPage()];
    await there.setViewportSize({ width: 390, height: 844 });
    await signInBrowser(here, anna);
    await signInBrowser(there, { ...anna, token: accessToken, refreshToken });
    await addAuthenticator(here);
  });

  afterAll(async () => {
    await laptop?.close();
    await phone?.close();
    await server?.stop();
  });

  test('[WF6] the page says so before; the other device is led to signing in, and back', async () => {
    await there!.goto(`${url}/account`);
    await there!.getByRole('heading', { name: 'Passkeys' }).waitFor();
    await here!.goto(`${url}/account`);
    const passkeys = here!.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByText('Each change here signs you out on all other devices.').waitFor();
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await here!.getByText('Afterwards you are signed out on all other devices.').waitFor();
    if (pictures) await here!.screenshot({ path: `${pictures}/passkey-asked.png` });
    await here!.getByRole('dialog').getByLabel('Your password', { exact: true }).fill(testPassword);
    await here!.keyboard.press('Enter');
    await here!.getByText('All other devices are signed out.').first().waitFor();
    if (pictures) await here!.screenshot({ path: `${pictures}/passkey-added.png` });
    // The other device notices with its next call.
    await there!.getByRole('region', { name: 'Profile' }).getByLabel('Username', { exact: true }).fill('anna_b');
    await there!.keyboard.press('Enter');
    await there!.waitForURL(/\/signin\?return=/);
    if (pictures) await there!.screenshot({ path: `${pictures}/signed-out.png` });
    await there!.getByLabel('Username or email').fill(anna.username);
    await there!.getByLabel('Password', { exact: true }).fill(testPassword);
    await there!.keyboard.press('Enter');
    await there!.waitForURL(`${url}/account`);
    await there!.getByRole('heading', { name: 'Passkeys' }).waitFor();
  });
});
