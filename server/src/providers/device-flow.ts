/**
 * Signing in on a page of a site with a code that this server shows (RFC 8628), and renewing the tokens (RFC 6749,
 * section 6).
 */
import { isUrl } from '../kernel/http/urls.ts';
import { type Answered, needed, objectOf, readJson, textOf } from './json-answer.ts';
import type { OpenAccount, ProviderTools } from './provider.ts';
import { ProviderError } from './provider-error.ts';

/** A site, and the client under which this server is registered there. */
export interface DeviceSite {
  /** Gives codes. */
  readonly deviceUrl: string;
  /** Gives tokens. */
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Sent with requests for tokens. */
  readonly clientSecret: string;
  /** Permissions that the person is asked for, under the site's name for the parameter. */
  readonly scope: Readonly<Record<string, string>>;
}

export interface DeviceCode {
  readonly deviceCode: string;
  readonly userCode: string;
  /** A page for the person; its address contains the code if the site supports that. */
  readonly page: string;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

type Ask = Pick<ProviderTools, 'ask'>;

/** @throws ProviderError */
export async function startDeviceFlow(site: DeviceSite, tools: Ask): Promise<DeviceCode> {
  const answer = await readJson(await post(site.deviceUrl, { client_id: site.clientId, ...site.scope }, tools));
  // Google calls it `verification_url`.
  const page = answer['verification_uri_complete'] ?? answer['verification_uri'] ?? answer['verification_url'];
  return {
    deviceCode: needed(textOf(answer['device_code'])),
    userCode: needed(textOf(answer['user_code'])),
    page: needed(httpsOf(page)),
  };
}

/**
 * Undefined: the person has not agreed yet. @throws ProviderError `account_refused` when the person declined, or the
 * code has ended.
 */
export async function pollDeviceFlow(site: DeviceSite, deviceCode: string, tools: Ask): Promise<Tokens | undefined> {
  const { tokenUrl, clientId, clientSecret, scope } = site;
  const parameters = {
    client_id: clientId,
    client_secret: clientSecret,
    device_code: deviceCode,
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    ...scope,
  };
  try {
    return readTokens(await readJson(await post(tokenUrl, parameters, tools)), '');
  } catch (cause) {
    const why = await reasonOf(cause);
    if (why === 'authorization_pending' || why === 'slow_down') return undefined;
    throw why === '' ? cause : new ProviderError('account_refused', { cause });
  }
}

/** @throws ProviderError `account_refused` when the person has withdrawn the permission. */
export async function renewTokens(site: DeviceSite, refreshToken: string, tools: Ask): Promise<Tokens> {
  const { tokenUrl, clientId, clientSecret } = site;
  const parameters = {
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: refreshToken,
    grant_type: 'refresh_token',
  };
  try {
    // Some sites give a new refresh token each time, others give none.
    return readTokens(await readJson(await post(tokenUrl, parameters, tools)), refreshToken);
  } catch (cause) {
    throw (await reasonOf(cause)) === '' ? cause : new ProviderError('account_refused', { cause });
  }
}

/** Asks with an account. `renewed` gives another token after the site has refused the first one. */
export interface TokenAsker {
  token(): Promise<string>;
  /** @throws ProviderError `account_refused` */
  renewed(): Promise<string>;
}

/**
 * Asks with the tokens that an account keeps. Undefined: there is no account, or it has no tokens. Calls `site` only
 * when needed.
 */
export function tokensOf(
  account: OpenAccount | undefined,
  site: () => DeviceSite,
  tools: ProviderTools,
): TokenAsker | undefined {
  const { accessToken, refreshToken } = account?.credentials ?? {};
  if (!account || accessToken === undefined || refreshToken === undefined) return undefined;
  return {
    token: async () => accessToken,
    // Requests at the same time renew it only once: a refresh token may work a single time.
    renewed: () =>
      tools.remember(`${account.id} renewed after ${accessToken}`, async () => {
        const tokens = await renewTokens(site(), refreshToken, tools);
        await account.renew?.({ ...account.credentials, ...tokens });
        return tokens.accessToken;
      }),
  };
}

function readTokens(answer: Answered, refreshToken: string): Tokens {
  const given = textOf(answer['refresh_token']) ?? refreshToken;
  return { accessToken: needed(textOf(answer['access_token'])), refreshToken: needed(given || undefined) };
}

/**
 * Why the site gave no token: `error` (RFC 6749, section 5.2), or `message` at Twitch. Empty: the answer does not say.
 */
async function reasonOf(error: unknown): Promise<string> {
  const { answer } = error instanceof ProviderError ? error : {};
  if (answer === undefined || ![400, 401, 403, 428].includes(answer.status)) return '';
  const body = objectOf(
    await answer
      .clone()
      .json()
      .catch(() => undefined),
  );
  return textOf(body?.['error_description']) === undefined && textOf(body?.['message']) !== undefined
    ? textOf(body?.['message'])!
    : (textOf(body?.['error']) ?? '');
}

function post(url: string, parameters: Readonly<Record<string, string>>, { ask }: Ask): Promise<Response> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  return ask(url, { method: 'POST', headers, body: new URLSearchParams(parameters).toString() });
}

function httpsOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^https:\/\//.test(text) && isUrl(text) ? text : undefined;
}
