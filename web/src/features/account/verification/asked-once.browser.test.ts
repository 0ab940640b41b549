import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type SmtpCatch, startSmtpCatch } from '@matinee/testkit/outside/smtp-catch.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { addAuthenticator } from '@matinee/testkit/virtual-authenticator.ts';
import { webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('changes of an account', () => {
  let server: TestServer;
  let smtp: SmtpCatch;
  let browser: TestBrowser;
  let page: Page;
  let url: string;
  /** How often the server was asked for a proof. */
  let asked = 0;
  const address = 'anna@example.org';

  beforeAll(async () => {
    smtp = await startSmtpCatch();
    server = await startTestServer({ webRoot, smtp });
    // Passkeys need a name that is safe.
    url = `http://localhost:${server.app.port}`;
    browser = await startBrowser();
    page = await browser.context.newPage();
    page.on('request', (request) => {
      if (request.postData()?.includes('SENSITIVE_OPERATION_')) asked += 1;
    });
    await addAuthenticator(page);
    await page.goto(`${url}/signup?return=/account`);
    await page.getByLabel('Username').fill('anna');
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(`${url}/account`);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await smtp?.stop();
  });

  const section = (name: string) => page.getByRole('region', { name });
  const dialog = () => page.getByRole('dialog', { name: 'Is it really you?' });
  const prove = async () => {
    await dialog().getByLabel('Your password', { exact: true }).fill(testPassword);
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'detached' });
  };
  const addPasskey = () => section('Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
  const removePasskey = async () => {
    await section('Passkeys').getByRole('button', { name: 'Remove Chrome on Linux' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
  };

  test('[WF7] [WF8] several in a row are one question, and what wants a proof each time asks for it', async () => {
    await addPasskey();
    await prove();
    await section('Passkeys').getByText('Chrome on Linux', { exact: true }).waitFor();
    await section('Email').getByRole('button', { name: 'Add an address' }).click();
    await section('Email').getByLabel('Email address').fill(address);
    await page.keyboard.press('Enter');
    await section('Email')
      .getByLabel('Code from the mail')
      .fill(await server.mailedCode(address));
    await page.keyboard.press('Enter');
    await section('Email').getByText('Confirmed', { exact: true }).waitFor();
    await removePasskey();
    await section('Passkeys').getByText('No passkeys yet').waitFor();
    expect(asked).toBe(1);
    await section('Two-factor sign-in').getByRole('switch').click();
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    expect(asked).toBe(2);
  });

  test('[WF8] whoever leaves the page is asked again, and nothing of the password is stored', async () => {
    const stored = await page.evaluate<string>(`JSON.stringify([{ ...localStorage }, { ...sessionStorage }])`);
    expect(stored).not.toContain(testPassword);
    await page.getByRole('banner').locator('a[href="/"]').click();
    await page.waitForURL(`${url}/`);
    // The address changes before the page does.
    await page.getByRole('button', { name: 'Create room' }).waitFor();
    await page.goBack();
    await section('Passkeys').waitFor();
    await addPasskey();
    await prove();
    await section('Passkeys').getByText('Chrome on Linux', { exact: true }).waitFor();
  });
});
