import {
  type Authorization,
  codeParameters,
  type Identity,
  type ProviderClient,
  type Returned,
  texts,
} from './identity.ts';
import type { Kind } from './kinds.ts';
import type { Fetch } from './metadata.ts';
import { callApi, requestToken } from './plain-oauth.ts';
import { IdentityNotProven } from './provider-errors.ts';

/**
 * Exchanges a code at a provider of plain OAuth 2.0 and asks the provider's own API for the user's identity. @throws
 * ProviderUnavailable, IdentityNotProven.
 */
export async function identifyByApi(
  fetch: Fetch,
  row: Kind & { protocol: 'api' },
  client: ProviderClient,
  authorization: Authorization,
  { code, iss = '' }: Returned,
): Promise<Identity> {
  if (iss !== '' && iss !== row.issuer) throw new IdentityNotProven('the answer is from another issuer');
  const accessToken = await requestToken(fetch, row, {
    ...row.token,
    grant_type: 'authorization_code',
    client_id: client.clientId,
    client_secret: client.clientSecret,
    ...codeParameters(row, authorization, code),
  });
  const api = { clientId: client.clientId, accessToken, get: (url: string) => callApi(fetch, url, accessToken) };
  const { subject, names } = await row.profile(api);
  const isId = typeof subject === 'string' || Number.isSafeInteger(subject);
  return { issuer: row.issuer, subject: isId ? String(subject) : '', names: texts(names) };
}
