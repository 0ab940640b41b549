import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';

describe.skipIf(!hasChromium)('backups on the page State', () => {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-backups-'));
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    const config = { 'backup.directory': folder, 'backup.schedule': '0 3 * * *' };
    [server, browser] = await Promise.all([startTestServer({ webRoot, config }), startBrowser()]);
    page = await browser.context.newPage();
    await signInBrowser(page, await server.signIn());
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('[BU7] an administrator makes a backup, and sees it, what failed, and that one is overdue', async () => {
    await page.goto(`${server.url}/admin/state`);
    const panel = page.getByRole('region', { name: 'Backups' });
    await panel.getByText('None yet').waitFor();
    await panel.getByRole('button', { name: 'Back up now' }).click();
    await panel.getByText(/kB, in|KiB, in|bytes, in/i).waitFor();
    await expectAccessible(page);
    rmSync(folder, { recursive: true });
    await panel.getByRole('button', { name: 'Back up now' }).click();
    await panel.getByText('the target is not there').waitFor();
    await server.sql(`update backup_runs set started_at = started_at - interval '4 days' where failure is null`);
    await panel.getByText('Two scheduled backups have passed').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await panel.scrollIntoViewIfNeeded();
    await expectAccessible(page);
  });
});
