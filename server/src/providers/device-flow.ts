/** Signs in on a site's page with a code from this server (RFC 8628), and renews tokens (RFC 6749, section 6). */
import { isUrl } from '../kernel/http/urls.ts';
import { type Answered, needed, objectOf, readJson, textOf } from './json-answer.ts';
import type { OpenAccount, ProviderTools } from './provider.ts';
import { ProviderError } from './provider-error.ts';

/** A site, and this server's registered client there. */
export interface DeviceSite {
  /** Issues device codes. */
  readonly deviceUrl: string;
  /** Issues tokens. */
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Sent with requests for tokens. */
  readonly clientSecret: string;
  /** Requested permissions, under the site's name for the parameter. */
  readonly scope: Readonly<Record<string, string>>;
}

export interface DeviceCode {
  readonly deviceCode: string;
  readonly userCode: string;
  /** A page for the user; its address contains the code if the site supports that. */
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
 * Undefined: the user has not agreed yet. @throws ProviderError `account_refused` when the user declined, or the code
 * has expired.
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

/** @throws ProviderError `account_refused` when the user has revoked the permission. */
export async function renewTokens(site: DeviceSite, refreshToken: string, tools: Ask): Promise<Tokens> {
  const { tokenUrl, clientId, clientSecret } = site;
  const parameters = {
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: refreshToken,
    grant_type: 'refresh_token',
  };
  try {
    // Some sites issue a new refresh token each time, others none.
    return readTokens(await readJson(await post(tokenUrl, parameters, tools)), refreshToken);
  } catch (cause) {
    throw (await reasonOf(cause)) === '' ? cause : new ProviderError('account_refused', { cause });
  }
}

/** Tokens of an account. `renewed` returns another token after the site has refused the first one. */
export interface TokenAsker {
  token(): Promise<string>;
  /** @throws ProviderError `account_refused` */
  renewed(): Promise<string>;
}

/**
 * The tokens stored for an account. Undefined: there is no account, or it has no tokens. Calls `site` only when needed.
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
    // Concurrent requests renew it only once: a refresh token may be valid for a single use.
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

/** Why the site refused a token: `error` (RFC 6749, section 5.2), or `message` at Twitch. Empty: not stated. */
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
