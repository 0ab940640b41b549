import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type DavServer, startDavServer } from '@matinee/testkit/outside/dav-server.ts';
import { type Podcasts, startPodcasts } from '@matinee/testkit/outside/podcasts.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import {
  makeCertificate,
  type ProviderBackend,
  startProviderBackend,
} from '@matinee/testkit/outside/provider-backend.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasProgram('openssl'))('signing in where another server runs the provider', () => {
  let server: TestServer;
  let dav: DavServer;
  let podcasts: Podcasts;
  let backend: ProviderBackend;
  let browser: TestBrowser;
  let anna: TestUser;
  let page: Page;

  beforeAll(async () => {
    const certificate = makeCertificate();
    const secret = 'open-sesame-open-sesame';
    [server, dav, podcasts, backend, browser] = await Promise.all([
      startTestServer({ webRoot }),
      startDavServer({ '/films/one.mp4': 'film one' }),
      startPodcasts(),
      startProviderBackend(certificate, secret),
      startBrowser({ width: 390, height: 844 }),
    ]);
    const { token } = await server.signIn();
    const add = (request: object) =>
      server.ok({ call: 'ProviderCommonService.AddProviderInstance', token, request: request as never });
    await add({ name: 'radio', ...podcasts.place });
    const address = `127.0.0.1:${backend.port}`;
    await add({ name: 'attic', address, tls_ca: certificate.ca, tls_server_name: 'localhost', secret });
    anna = await server.signUp('anna');
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await backend?.kill();
    podcasts?.stop();
    dav?.stop();
    await server?.stop();
  });

  const openSignIn = async (kind: RegExp) => {
    await page.goto('about:blank');
    await page.goto(`${server.url}/account#sources`);
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('button', { name: kind }).click();
  };

  test('[WSO22] a kind that only an instance has asks for its own fields', async () => {
    await openSignIn(/^Podcasts At radio/);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address of the feed').fill('film');
    await page.keyboard.press('Enter');
    await dialog.getByText('is not the address of a feed of ours').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Address of the feed').fill(podcasts.feed);
    await page.keyboard.press('Enter');
    await page.getByText(/ is added\.$/).waitFor();
    await page.getByRole('region', { name: 'Sources' }).getByText('at radio').waitFor();
  });

  test('[WSO22] a kind that an instance runs as well asks where', async () => {
    await openSignIn(/^WebDAV/);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Runs on').selectOption('attic');
    await dialog.getByLabel('Address of the folder').fill(dav.url);
    await dialog.getByLabel('Username').fill(dav.username);
    await dialog.getByLabel('Password', { exact: true }).fill(dav.password);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByText(/ is added\.$/).waitFor();
    const { accounts } = await server.ok({ call: 'WebdavProviderService.GetBinds', token: anna.token });
    expect(accounts).toMatchObject([{ instance_name: 'attic' }]);
  });

  test('[WSO5] the last choice for a provider serves its next account', async () => {
    const shares = page.getByRole('region', { name: 'Sources' }).getByRole('switch');
    await shares.first().click();
    const { url } = dav;
    const request = { url: `${url}/films`, username: dav.username, password: dav.password };
    await server.ok({ call: 'WebdavProviderService.Login', token: anna.token, request });
    await page.goto('about:blank');
    await page.goto(`${server.url}/account#sources`);
    const checked = () =>
      shares.evaluateAll((all) =>
        all.map((one) => (one as HTMLInputElement).ariaChecked ?? (one as HTMLInputElement).checked),
      );
    await expect.poll(async () => (await checked()).map(String)).toEqual(['true', 'true', 'false']);
  });

  test('[WSO22] what it has is browsed in a room', async () => {
    const room = await makeRoom(server, anna);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
    await page.getByRole('tabpanel').getByRole('button', { name: 'YouTube and servers' }).click();
    const choice = page.getByLabel('Server', { exact: true });
    const podcast = await choice.locator('option', { hasText: 'radio' }).getAttribute('value');
    await choice.selectOption(podcast);
    await page.getByRole('checkbox', { name: 'Night 1' }).waitFor();
    await expectAccessible(page);
  });
});
