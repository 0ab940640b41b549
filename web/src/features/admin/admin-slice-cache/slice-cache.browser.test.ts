import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';

describe.skipIf(!hasChromium)('the cache of films', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
    page = await browser.context.newPage();
    await signInBrowser(page, await server.signIn());
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WSC1] [WSC2] shows each process, and deletes what is old after asking', async () => {
    await page.goto(`${server.url}/admin/slice-cache`);
    await page.getByRole('heading', { name: 'Film cache' }).waitFor();
    await page
      .getByRole('table', { name: 'Processes' })
      .getByText(/0 bytes of/)
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete old slices' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete old slices' }).click();
    await page.getByText('0 bytes freed.').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('Film cache cleaned').first().waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/admin/slice-cache`);
    await page.getByRole('button', { name: 'Delete everything' }).waitFor();
    await expectAccessible(page);
  });
});
