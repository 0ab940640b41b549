import { createHash } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import type { Clock } from '../../kernel/clock.ts';
import {
  type Authorization,
  codeParameters,
  type Identity,
  type ProviderClient,
  type Returned,
  texts,
} from './identity.ts';
import type { Kind } from './kinds.ts';
import type { Fetch, Issuer } from './metadata.ts';
import { IdentityNotProven, ProviderUnavailable } from './provider-errors.ts';
import { checkKey, isIssuer, issuerOfToken } from './tenants.ts';
import { objectIn } from './token-parts.ts';

/**
 * How far the provider's clock may be ahead of ours, in milliseconds. Users do not notice a difference of this size.
 */
const maxAheadMs = 300_000;

type OidcKind = Kind & { protocol: 'oidc' };

/** A code that the provider sent back, and the client and provider to exchange it with. */
interface Exchange {
  readonly row: OidcKind;
  readonly client: ProviderClient;
  readonly issuer: Issuer;
  readonly authorization: Authorization;
  readonly returned: Returned;
}

/**
 * Exchanges a code at an OpenID Connect provider and reads the user's identity from the ID token. @throws
 * ProviderUnavailable, IdentityNotProven. [OA10]–[OA12]
 */
export function makeIdentifyByToken(fetch: Fetch, clock: Clock) {
  return async (exchange: Exchange): Promise<Identity> => {
    const { row, issuer, authorization, returned } = exchange;
    const { server, keys } = issuer;
    const options = requestOptions(fetch, issuer);
    const client: oauth.Client = { client_id: exchange.client.clientId, [oauth.clockTolerance]: 30 };
    const answer = await requestTokens(exchange, client, options);
    const named = await issuerOfToken(row, server, answer);
    const { iss = '', user = '' } = returned;
    if (iss !== '' && iss !== named.issuer) throw new IdentityNotProven('the answer is from another issuer');
    const expectedNonce =
      authorization.redirectUrl === undefined ? sha256Hex(authorization.nonce) : authorization.nonce;
    const tokens = await oauth.processAuthorizationCodeResponse(named, client, answer, {
      expectedNonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, answer, options);
    const claims = oauth.getValidatedIdTokenClaims(tokens)!;
    if (claims.iat * 1000 > clock.nowMs() + maxAheadMs) throw new IdentityNotProven('the token is of the future');
    if (row.issuerOfTenants !== undefined) checkKey(keys, tokens.id_token!, claims);
    const names = [...namesIn(claims), ...texts(row.namesOf?.(objectIn(user)) ?? [])];
    if (names.length > 0 || server.userinfo_endpoint === undefined)
      return { issuer: claims.iss, subject: claims.sub, names };
    const profile = await oauth
      .userInfoRequest(server, client, tokens.access_token, options)
      .then((found) => oauth.processUserInfoResponse(server, client, claims.sub, found))
      .catch(() => ({}));
    return { issuer: claims.iss, subject: claims.sub, names: namesIn(profile) };
  };
}

function requestOptions(fetch: Fetch, { server, keys }: Issuer) {
  return {
    [oauth.customFetch]: (url: string, init: { method: string; headers: Record<string, string>; body?: unknown }) =>
      fetch(url, init as Parameters<Fetch>[1]),
    [oauth.jwksCache]: keys,
    // The library accepts metadata without HTTPS only for issuers on loopback.
    [oauth.allowInsecureRequests]: server.issuer.startsWith('http:'),
  };
}

/** Exchanges the code for tokens. */
async function requestTokens(
  { row, client: { clientSecret }, issuer: { server }, authorization, returned }: Exchange,
  client: oauth.Client,
  options: ReturnType<typeof requestOptions>,
): Promise<Response> {
  const { code, iss = '' } = returned;
  // Checked before the code is sent, because only its own issuer may see a code (RFC 9207, section 1).
  if (iss !== '' && !isIssuer(iss, row, server)) throw new IdentityNotProven('the answer is from another issuer');
  const authentication = usesPost(row, server)
    ? oauth.ClientSecretPost(clientSecret)
    : oauth.ClientSecretBasic(clientSecret);
  const parameters = codeParameters(row, authorization, code);
  const grant = 'authorization_code';
  const answer = await oauth.genericTokenEndpointRequest(server, client, authentication, grant, parameters, options);
  if (answer.status >= 500) throw new ProviderUnavailable(`${server.issuer} answers ${answer.status}`);
  // RFC 6749, section 5.2: `invalid_client`.
  if (answer.status === 401) throw new ProviderUnavailable(`${server.issuer} does not accept the client`);
  return answer;
}

/**
 * HTTP Basic, unless the provider takes only a form (OpenID Connect Discovery 1.0: `client_secret_basic` is the
 * default).
 */
function usesPost(row: Kind, { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer): boolean {
  if (row.clientAuth !== undefined) return row.clientAuth === 'post';
  return methods !== undefined && !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
}

function namesIn(claims: Readonly<Record<string, unknown>>): string[] {
  return texts([claims.preferred_username, claims.nickname, claims.name]);
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
