import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type OwnProvider, startOwnProvider } from '@matinee/testkit/outside/own-provider.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('provider instances', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let shows: OwnProvider;

  beforeAll(async () => {
    [server, browser, shows] = await Promise.all([startTestServer({ webRoot }), startBrowser(), startOwnProvider()]);
    page = await browser.context.newPage();
    await signInBrowser(page, await server.signIn());
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await shows?.stop();
  });

  const picture = async (name: string) => {
    if (process.env.TEST_PICTURES) await page.screenshot({ path: `${process.env.TEST_PICTURES}/${name}.png` });
  };

  test('[WPI1] one is tested before it is added', async () => {
    await page.goto(`${server.url}/admin/providers`);
    await page.getByText('Everything runs in this server').waitFor();
    await picture('providers-empty');
    await page.getByRole('button', { name: 'Add instance' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('cellar');
    await dialog.getByLabel('Address').fill('10.1.2.3:50051');
    await dialog.getByRole('button', { name: 'Test the connection' }).click();
    await dialog.getByRole('alert').getByText('outbound.allowed_networks').waitFor();
    await dialog.getByLabel('Address').fill(shows.address);
    await dialog.getByRole('button', { name: 'Test the connection' }).click();
    await dialog.getByText('Its certificate does not fit, or it does not speak TLS.').waitFor();
    await picture('providers-dialog');
    await dialog.getByRole('switch', { name: 'Use TLS' }).click();
    await dialog.getByRole('button', { name: 'Test the connection' }).click();
    await dialog.getByText('Runs Shows').waitFor();
    await expectAccessible(page);
    const { instances } = await server.ok({
      call: 'ProviderCommonService.ListProviderInstances',
      token: (await server.signIn()).token,
    });
    expect(instances).toEqual([]);
    await dialog.getByRole('button', { name: 'Add instance' }).click();
    await page.getByText('cellar is added.').waitFor();
    await page.getByRole('heading', { name: 'cellar' }).waitFor();
  });

  test('[WPI2] it is disabled, enabled, connected to anew, and deleted with what goes with it', async () => {
    await page.getByText('Serving').waitFor();
    await expectAccessible(page);
    await picture('providers-list');
    await page.getByRole('button', { name: 'Disable cellar' }).click();
    await page.getByText('What comes from there is not available').waitFor();
    await page.getByRole('button', { name: 'Enable cellar' }).click();
    await page.getByText('Serving').waitFor();
    await page.getByRole('button', { name: 'Reconnect cellar' }).click();
    await page.getByText('cellar was reconnected.').waitFor();
    const { token } = await server.signUp('anna');
    const request = { provider: 'shows', fields: { show: 'night' } };
    await server.ok({ call: 'CustomProviderService.Login', token, request });
    await page.getByRole('button', { name: 'Delete cellar' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Accounts that are signed in there: 1.').waitFor();
    await picture('providers-delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete anyway' }).click();
    await page.getByText('Everything runs in this server').waitFor();
  });
});
