import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type OidcProvider, oidcClient, startOidcProvider } from '@matinee/testkit/outside/oidc-provider.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const shots = process.env.MATINEE_SHOTS;

describe.skipIf(!hasChromium)('accounts elsewhere', () => {
  let server: TestServer;
  let provider: OidcProvider;
  let browser: TestBrowser;
  let page: Page;
  let root: TestUser;

  beforeAll(async () => {
    server = await startTestServer({ webRoot });
    [browser, provider, root] = await Promise.all([
      startBrowser({ width: 390, height: 844 }),
      startOidcProvider([`${server.url}/oauth2/callback`, `${localhost()}/oauth2/callback`]),
      server.signIn(),
    ]);
    await putProviders({ enableSignup: true });
    page = await browser.context.newPage();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await provider?.close();
  });

  const putProviders = (club: object) => {
    const oidc = { ...oidcClient, issuer: provider.issuer };
    const providers = [
      { instanceName: 'film-club', oidc, ...club },
      { instanceName: 'github', enableSignup: true, signupNeedReview: true, github: oidcClient },
    ];
    const request = { settings: { oauth2: { providers } }, update_mask: 'oauth2.providers' } as never;
    return server.ok({ call: 'AdminService.UpdateSettings', token: root.token, request });
  };

  /** Fills in the pages of the provider. */
  async function signInThere(at: Page, login: string): Promise<void> {
    await at.getByPlaceholder('Enter any login').fill(login);
    await at.getByPlaceholder('and password').fill('any');
    await at.getByRole('button', { name: 'Sign-in' }).click();
    await at.getByRole('button', { name: 'Continue' }).click();
  }

  /** The server under another site than the provider, which is at 127.0.0.1. */
  const localhost = () => `http://localhost:${server.app.port}`;

  async function shoot(at: Page, name: string): Promise<void> {
    if (shots) await at.screenshot({ path: `${shots}/oauth2-${name}.png`, fullPage: true });
  }

  test('[WO1] [WO3] somebody signs up through the login form of a provider and comes to the page they wanted', async () => {
    await page.goto(`${server.url}/signup?return=/account`);
    await page.getByRole('button', { name: 'Continue with Film club' }).waitFor();
    await page.getByText('Some of these accounts have to be approved').waitFor();
    await expectAccessible(page);
    await shoot(page, 'sign-up');
    await page.getByRole('button', { name: 'Continue with Film club' }).click();
    await signInThere(page, 'anna');
    await page.waitForURL(`${server.url}/account`);
    await page.getByRole('heading', { name: 'Linked accounts' }).waitFor();
    await page.getByText('anna · Linked on').waitFor();
    await expectAccessible(page);
    await shoot(page, 'account');
    expect(await page.evaluate<string[]>('Object.keys(sessionStorage)')).not.toContain('matinee.oauth2');
  });

  test('[WO5] the last way to sign in stays, with the reason', async () => {
    await page.getByRole('button', { name: 'Unlink Film club' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Unlink', exact: true }).click();
    await page.getByText('This is the only way to sign in to your account.').waitFor();
  });

  test('[WO1] and signs in again by the keyboard', async () => {
    await page.evaluate('localStorage.clear()');
    await page.goto(`${server.url}/signin`);
    const button = page.getByRole('button', { name: 'Continue with Film club' });
    await button.waitFor();
    await expectAccessible(page);
    await shoot(page, 'sign-in');
    await button.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/`);
    await page.getByRole('button', { name: 'Account and appearance' }).waitFor();
    expect(await page.evaluate('localStorage.getItem("matinee.session")')).toContain('accessToken');
  });

  test('[WO5] a user with a password links and unlinks', async () => {
    const user = await server.signUp('linker');
    const other = await startBrowser();
    try {
      const own = await other.context.newPage();
      await signInBrowser(own, user);
      await own.goto(`${server.url}/account`);
      await own.getByRole('button', { name: 'Link Film club' }).click();
      await signInThere(own, 'carla');
      await own.getByText('Film club is linked.').waitFor();
      await own.getByText('carla · Linked on').waitFor();
      await shoot(own, 'linked');
      await own.getByRole('button', { name: 'Unlink Film club' }).click();
      await own.getByRole('button', { name: 'Unlink', exact: true }).click();
      await own.getByText('Film club is no longer linked').waitFor();
      await own.getByRole('button', { name: 'Link Film club' }).waitFor();
    } finally {
      await other.close();
    }
  });

  test('[WO4] who says no at the provider is told that nothing has happened', async () => {
    await page.evaluate('localStorage.clear()');
    await page.goto(`${server.url}/signin?return=/account`);
    await page.getByRole('button', { name: 'Continue with Film club' }).waitFor();
    await page.route(`${provider.issuer}/auth**`, (route) => {
      const state = new URL(route.request().url()).searchParams.get('state');
      const headers = { location: `${server.url}/oauth2/callback?error=access_denied&state=${state}` };
      return route.fulfill({ status: 302, headers });
    });
    await page.getByRole('button', { name: 'Continue with Film club' }).click();
    await page.getByText('You said no at Film club. Nothing has happened.').waitFor();
    await expectAccessible(page);
    await shoot(page, 'cancelled');
    await page.unroute(`${provider.issuer}/auth**`);
    await page.getByRole('link', { name: 'To the sign-in page' }).click();
    await page.waitForURL(`${server.url}/signin?return=%2Faccount`);
  });

  test('[WO2] a sign-in that this tab did not begin is not ended, and its code leaves the address', async () => {
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await page.goto(`${server.url}/oauth2/callback?code=stolen&state=of-somebody-else`);
    await page.getByText('This sign-in was not begun in this tab').waitFor();
    expect(page.url()).toBe(`${server.url}/oauth2/callback`);
    expect(calls.filter((url) => url.includes('/exchange'))).toEqual([]);
    await expectAccessible(page);
  });

  test('[WO4] where no accounts are made, somebody new is told what to do', async () => {
    await putProviders({ enableSignup: false });
    await browser.context.clearCookies();
    await page.goto(`${server.url}/signin`);
    await page.getByRole('button', { name: 'Continue with Film club' }).click();
    await signInThere(page, 'dora');
    await page.getByText('No account here is linked to yours').waitFor();
    await shoot(page, 'refused');
  });

  test('[WO3] where new accounts wait for a review, somebody new is told so', async () => {
    await putProviders({ enableSignup: true, signupNeedReview: true });
    await browser.context.clearCookies();
    await page.goto(`${server.url}/signin`);
    await page.getByRole('button', { name: 'Continue with Film club' }).click();
    await signInThere(page, 'emil');
    await page.getByText('Your sign-up is waiting for approval.').waitFor();
    await expectAccessible(page);
    await shoot(page, 'review');
  });

  test('[WO6] a provider of another site answers by a form', async () => {
    await putProviders({ enableSignup: true });
    await browser.context.clearCookies();
    const sent: string[] = [];
    const listen = (request: Request) => void sent.push(`${request.method()} ${request.url()}`);
    page.on('request', listen);
    await page.route(`${provider.issuer}/auth?**`, (route) => {
      const asked = new URL(route.request().url());
      if (asked.searchParams.has('response_mode')) return route.continue();
      asked.searchParams.set('response_mode', 'form_post');
      return route.fulfill({ status: 302, headers: { location: asked.href } });
    });
    await page.goto(`${localhost()}/signin?return=/account`);
    await page.getByRole('button', { name: 'Continue with Film club' }).click();
    await signInThere(page, 'frida');
    await page.waitForURL(`${localhost()}/account`);
    await page.getByText('frida · Linked on').waitFor();
    await page.unroute(`${provider.issuer}/auth?**`);
    page.off('request', listen);
    expect(sent).toContain(`POST ${localhost()}/oauth2/callback`);
    // The browser sends the code in bodies only. It never sends the fragment of an address.
    expect(sent.filter((line) => line.includes('callback') && line.includes('code='))).toEqual([]);
  });

  /** Comes back to the page of `begun` with a form that has `fields` and the state. */
  async function comeBackByForm(fields: Record<string, string>): Promise<void> {
    await page.evaluate('localStorage.clear()');
    await page.route(`${provider.issuer}/auth?**`, (route) => {
      const { searchParams } = new URL(route.request().url());
      const inputs = Object.entries({ ...fields, state: searchParams.get('state')! })
        .map(([name, value]) => `<input name="${name}" value="${value.replaceAll('"', '&quot;')}">`)
        .join('');
      const action = searchParams.get('redirect_uri')!;
      const body = `<form method="post" action="${action}">${inputs}</form><script>document.forms[0].submit()</script>`;
      return route.fulfill({ contentType: 'text/html', body });
    });
    await page.goto(`${localhost()}/signin`);
    await page.getByRole('button', { name: 'Continue with Film club' }).click();
    await page.waitForURL(`${localhost()}/oauth2/callback`);
    await page.getByRole('alert').waitFor();
    await page.unroute(`${provider.issuer}/auth?**`);
  }

  test('[WO6] the name that comes with the form goes to the server with the code', async () => {
    const exchange = page.waitForRequest('**/exchange');
    const user = '{"name":{"firstName":"Änne","lastName":"& Söhne"}}';
    await comeBackByForm({ code: 'a code', user });
    expect((await exchange).postDataJSON()).toMatchObject({ code: 'a code', user });
    await page.getByText('The provider did not confirm who you are').waitFor();
  });

  test('[WO4] [WO6] a form may also say that somebody said no', async () => {
    await comeBackByForm({ error: 'user_cancelled_authorize' });
    await page.getByText('You said no at Film club. Nothing has happened.').waitFor();
  });

  test('[WO2] [WO6] a form that another site made up ends nothing', async () => {
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await page.route('http://evil.example/', (route) => {
      const body = `<form method="post" action="${localhost()}/oauth2/callback"><input name="code" value="theirs">
        <input name="state" value="of-somebody-else"></form><script>document.forms[0].submit()</script>`;
      return route.fulfill({ contentType: 'text/html', body });
    });
    await page.goto('http://evil.example/');
    await page.getByText('This sign-in was not begun in this tab').waitFor();
    expect(page.url()).toBe(`${localhost()}/oauth2/callback`);
    expect(calls.filter((url) => url.includes('/exchange'))).toEqual([]);
  });
});
