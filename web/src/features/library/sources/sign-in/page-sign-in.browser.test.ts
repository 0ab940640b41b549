import { type FakeNextcloud, startFakeNextcloud } from '@matinee/server/providers/nextcloud/nextcloud.fake.ts';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('signing in on the page of a server', () => {
  let server: TestServer;
  let cloud: FakeNextcloud;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    [server, cloud, browser] = await Promise.all([startTestServer({ webRoot }), startFakeNextcloud(), startBrowser()]);
    const anna = await server.signUp('anna');
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/account`);
    await page.getByRole('region', { name: 'Sources' }).getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('button', { name: /^Nextcloud/ }).click();
  });

  afterAll(async () => {
    await browser?.close();
    cloud?.stop();
    await server?.stop();
  });

  test('[WSO9] asks for the address alone, and names the page', async () => {
    await page.getByRole('button', { name: 'Sign in in the browser' }).click();
    await page.getByText('Fill this in.').waitFor();
    expect(await page.getByLabel('App password').count()).toBe(0);
    await page.getByLabel('Address of the server').fill(cloud.url);
    await page.keyboard.press('Enter');
    const link = page.getByRole('link', { name: `Open ${new URL(cloud.url).host}` });
    expect(await link.getAttribute('href')).toBe(`${cloud.url}/login/v2/flow/x`);
    await expectAccessible(page);
  });

  test('[WSO9] goes on by itself once somebody has agreed there', async () => {
    cloud.flows.set('flow-0', true);
    await page.getByRole('button', { name: `Test ${cloud.url.replace('http://', '')}` }).waitFor();
    expect(cloud.appPasswords.size).toBe(1);
  });

  test('[WSO9] takes a password as well', async () => {
    await page.getByRole('region', { name: 'Sources' }).getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('button', { name: /^Nextcloud/ }).click();
    await page.getByRole('button', { name: 'Use a password instead' }).click();
    await page.getByLabel('App password').waitFor();
  });
});
