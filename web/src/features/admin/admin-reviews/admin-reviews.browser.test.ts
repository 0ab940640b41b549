import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('registrations that wait', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startTestServer({ webRoot, settings: { 'user.passwordSignupNeedReview': true } }),
      startBrowser(),
    ]);
    for (const username of ['anna', 'bert', 'carla'])
      await server.ok({
        call: 'AuthService.RegisterWithDirectPassword',
        request: { username, password: testPassword },
      });
    page = await browser.context.newPage();
    await signInBrowser(page, await server.signIn());
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const login = async (username: string) =>
    (await server.rest({ call: 'AuthService.LoginWithDirectPassword', request: { username, password: testPassword } }))
      .status;

  test('[WV1] [WV2] [WV3] two are approved at once, one is rejected with a reason', async () => {
    await page.goto(`${server.url}/admin/reviews`);
    await page.getByRole('link', { name: 'Registrations 3 are waiting' }).waitFor();
    await page.getByLabel('Choose anna').check();
    await page.getByLabel('Choose bert').check();
    await expectAccessible(page);
    if (process.env.TEST_PICTURES) await page.screenshot({ path: `${process.env.TEST_PICTURES}/reviews.png` });
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('2 accounts are created.').waitFor();
    expect(await Promise.all(['anna', 'bert', 'carla'].map(login))).toEqual([200, 200, 401]);
    await page.getByRole('link', { name: 'Registrations 1 is waiting' }).waitFor();
    await page.getByLabel('Choose carla').check();
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('nobody knows her');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Nobody is waiting').waitFor();
    await page.getByRole('link', { name: 'Registrations', exact: true }).waitFor();
    await page.getByLabel('Show').selectOption('rejected');
    await page.getByText('nobody knows her').waitFor();
  });
});
