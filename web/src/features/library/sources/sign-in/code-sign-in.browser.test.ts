import { type FakeBilibili, startFakeBilibili } from '@matinee/server/providers/bilibili/bilibili.fake.ts';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('signing in by a QR code', () => {
  let server: TestServer;
  let bilibili: FakeBilibili;
  let browser: TestBrowser;
  let page: Page;
  /** The key of the shown code. */
  const key = () => [...bilibili.codes.keys()].at(-1)!;

  beforeAll(async () => {
    bilibili = await startFakeBilibili();
    [server, browser] = await Promise.all([
      startTestServer({ webRoot, sites: bilibili.sites }),
      startBrowser({ width: 390, height: 844 }),
    ]);
    const anna = await server.signUp('anna');
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/account`);
    await page.getByRole('region', { name: 'Sources' }).getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('button', { name: /^Bilibili/ }).click();
  });

  afterAll(async () => {
    await browser?.close();
    bilibili?.stop();
    await server?.stop();
  });

  test('[WSO20] the code is shown, and how far it is', async () => {
    await page.getByRole('img', { name: 'QR code for the app of Bilibili' }).waitFor();
    await page.getByText('Scan the code with the app').waitFor();
    await expectAccessible(page);
    bilibili.codes.set(key(), 86090);
    await page.getByText('Agree in the app.').waitFor();
  });

  test('[WSO20] one that serves no longer is replaced', async () => {
    const old = key();
    bilibili.codes.set(old, 86038);
    await page.getByText('The code has expired.').waitFor();
    await page.getByRole('button', { name: 'Show a new code' }).click();
    await page.getByRole('img', { name: 'QR code for the app of Bilibili' }).waitFor();
    expect(key()).not.toBe(old);
  });

  test('[WSO20] it can be a session instead, and goes on by itself once somebody has agreed', async () => {
    await page.getByRole('button', { name: 'Sign in another way' }).click();
    await page.getByLabel('Session').waitFor();
    await page.getByRole('button', { name: 'Sign in by a code instead' }).click();
    await page.getByRole('img', { name: 'QR code for the app of Bilibili' }).waitFor();
    bilibili.codes.set(key(), 0);
    await page.getByRole('button', { name: /^Test .*bilibili\.com/ }).waitFor();
  });
});
