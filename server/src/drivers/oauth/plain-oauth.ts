/**
 * Token and API requests to providers that support OAuth 2.0 but not OpenID Connect. They differ in how they take
 * parameters.
 */
import type { Kind } from './kinds.ts';
import type { Fetch } from './metadata.ts';
import { IdentityNotProven, ProviderUnavailable } from './provider-errors.ts';

const headers = { accept: 'application/json', 'user-agent': 'Matinee' };

/** Exchanges a code for an access token. @throws IdentityNotProven, ProviderUnavailable. */
export async function requestToken(
  fetch: Fetch,
  { tokenUrl, tokenRequest, clientFaults = [] }: Kind & { protocol: 'api' },
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const form = new URLSearchParams(parameters);
  const answer = await (tokenRequest === 'query'
    ? fetch(`${tokenUrl}?${form}`, { headers })
    : tokenRequest === 'json'
      ? fetch(tokenUrl, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
          body: JSON.stringify(parameters),
        })
      : fetch(tokenUrl, { method: 'POST', headers, body: form }));
  const { access_token: token, error } = await readObject(answer);
  if (error === 'invalid_client' || error === 'unauthorized_client' || clientFaults.includes(error))
    throw new ProviderUnavailable(`the provider does not accept the client: ${String(error)}`);
  if (answer.status !== 200 || typeof token !== 'string' || token === '')
    throw new IdentityNotProven(`the provider does not accept the code: ${String(error ?? answer.status)}`);
  return token;
}

/** @throws IdentityNotProven, ProviderUnavailable. */
export async function callApi(fetch: Fetch, url: string, accessToken: string): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { headers: { ...headers, authorization: `Bearer ${accessToken}` } });
  const body = await readObject(answer);
  if (answer.status !== 200) throw new IdentityNotProven(`the provider's API answers ${answer.status}`);
  return body;
}

async function readObject(answer: Response): Promise<Record<string, unknown>> {
  if (answer.status >= 500) throw new ProviderUnavailable(`the provider answers ${answer.status}`);
  const body: unknown = await answer.json().catch(() => undefined);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
