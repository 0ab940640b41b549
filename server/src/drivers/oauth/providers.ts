/** One flow for all kinds of providers: where to send somebody, and who came back with a code. */
import { createHash } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import type { Clock } from '../../kernel/clock.ts';
import { type Kind, type KindName, kinds } from './kinds.ts';
import { type Fetch, type Issuer, makeMetadata } from './metadata.ts';
import { callApi, requestToken } from './plain-oauth.ts';
import { IdentityNotProven, ProviderUnavailable } from './provider-errors.ts';

/** A client at a provider, as the operator set it up. */
export interface ProviderClient {
  readonly kind: KindName;
  readonly clientId: string;
  readonly clientSecret: string;
  /** For kinds whose issuer the operator names. */
  readonly issuer?: string | undefined;
}

/** What one authorization is bound to. */
export interface Authorization {
  /** Absent: the code comes from an application of the operating system, which hashed the nonce. */
  readonly redirectUrl: string | undefined;
  readonly nonce: string;
  /** Of PKCE: 43 characters or more (RFC 7636, section 4.1). */
  readonly verifier: string;
}

/** What came back to the redirect URL, or to the application. */
export interface Returned {
  readonly code: string;
  /** Of the redirect (RFC 9207), if it was there. */
  readonly iss?: string;
  /** What some providers say about the person beside the code, as JSON. Whoever brings it may have written it: it names nobody. */
  readonly user?: string;
}

/** Somebody at a provider. `issuer` and `subject` together name them for ever. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** What people call them, best first; may be empty. */
  readonly names: readonly string[];
}

export interface Providers {
  /** Whether codes of this kind are bound to us by PKCE. */
  hasPkce(kind: KindName): boolean;
  /** Where to send the browser. @throws ProviderUnavailable. */
  authorizationUrl(client: ProviderClient, authorization: Authorization, state: string): Promise<string>;
  /** Who the code proves. @throws ProviderUnavailable, IdentityNotProven. */
  identify(client: ProviderClient, authorization: Authorization, returned: Returned): Promise<Identity>;
}

/** Longest subject that is kept, in characters; OpenID Connect Core 1.0, section 2, allows 255. */
const maxSubject = 255;

/** How far ahead of ours the clock of a provider may be: what people do not notice. */
const maxAheadMs = 300_000;

/** `reach` fetches; that it rejects means that there is no answer. */
export function makeProviders(reach: Fetch, clock: Clock): Providers {
  const fetch: Fetch = (url, request) =>
    reach(url, request).catch((cause) => {
      throw new ProviderUnavailable(`${new URL(url).host} gives no answer`, { cause });
    });
  const metadata = makeMetadata(fetch, clock);
  const issuerOf = (row: Kind & { protocol: 'oidc' }, client: ProviderClient) =>
    metadata.find(row.issuer ?? client.issuer ?? '', row.issuerOfTenants);

  return {
    hasPkce: (kind) => kinds[kind].pkce,

    async authorizationUrl(client, { redirectUrl, nonce, verifier }, state) {
      const row: Kind = kinds[client.kind];
      const isOidc = row.protocol === 'oidc';
      const endpoint = isOidc ? (await issuerOf(row, client)).server.authorization_endpoint : row.authorizeUrl;
      const url = new URL(endpoint);
      const parameters = {
        response_type: 'code',
        ...(row.responseMode === undefined ? {} : { response_mode: row.responseMode }),
        client_id: client.clientId,
        redirect_uri: redirectUrl ?? '',
        state,
        ...(row.scope === '' ? {} : { scope: row.scope }),
        ...(isOidc ? { nonce } : {}),
        ...(row.pkce
          ? { code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
          : {}),
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },

    async identify(client, authorization, returned) {
      const row: Kind = kinds[client.kind];
      try {
        const identity =
          row.protocol === 'oidc'
            ? await identifyByToken(row, client, await issuerOf(row, client), authorization, returned)
            : await identifyByApi(row, client, authorization, returned);
        if (!isSubject(identity.subject)) throw new IdentityNotProven('the provider does not say who came back');
        return identity;
      } catch (cause) {
        throw translate(cause);
      }
    },
  };

  async function identifyByApi(
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

  /** [OA10]–[OA12] */
  async function identifyByToken(
    row: Kind & { protocol: 'oidc' },
    { clientId, clientSecret }: ProviderClient,
    { server, keys }: Issuer,
    authorization: Authorization,
    { code, iss = '', user = '' }: Returned,
  ): Promise<Identity> {
    const options = {
      [oauth.customFetch]: (url: string, init: { method: string; headers: Record<string, string>; body?: unknown }) =>
        fetch(url, init as Parameters<Fetch>[1]),
      [oauth.jwksCache]: keys,
      // Metadata that are not HTTPS are accepted of loopback issuers only.
      [oauth.allowInsecureRequests]: server.issuer.startsWith('http:'),
    };
    const client: oauth.Client = { client_id: clientId, [oauth.clockTolerance]: 30 };
    const authentication = usesPost(row, server)
      ? oauth.ClientSecretPost(clientSecret)
      : oauth.ClientSecretBasic(clientSecret);
    const parameters = codeParameters(row, authorization, code);
    // Before the code is sent: that of another issuer is not for this one to see (RFC 9207, section 1).
    if (iss !== '' && !isIssuer(iss, row, server)) throw new IdentityNotProven('the answer is from another issuer');
    const answer = await oauth.genericTokenEndpointRequest(
      server,
      client,
      authentication,
      'authorization_code',
      parameters,
      options,
    );
    if (answer.status >= 500) throw new ProviderUnavailable(`${server.issuer} answers ${answer.status}`);
    // RFC 6749, section 5.2: `invalid_client`.
    if (answer.status === 401) throw new ProviderUnavailable(`${server.issuer} does not accept the client`);
    const issuer = await issuerOfToken(row, server, answer);
    if (iss !== '' && iss !== issuer.issuer) throw new IdentityNotProven('the answer is from another issuer');
    const expectedNonce =
      authorization.redirectUrl === undefined ? sha256Hex(authorization.nonce) : authorization.nonce;
    const tokens = await oauth.processAuthorizationCodeResponse(issuer, client, answer, {
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
  }
}

function codeParameters(row: Kind, { redirectUrl, verifier }: Authorization, code: string): Record<string, string> {
  return {
    code,
    ...(redirectUrl === undefined ? {} : { redirect_uri: redirectUrl }),
    ...(row.pkce && redirectUrl !== undefined ? { code_verifier: verifier } : {}),
  };
}

/** HTTP Basic unless the provider only takes a form (OpenID Connect Discovery 1.0: `client_secret_basic` is the default). */
function usesPost(row: Kind, { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer): boolean {
  if (row.clientAuth !== undefined) return row.clientAuth === 'post';
  return methods !== undefined && !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
}

/** A tenant of Microsoft: a UUID. */
const tenantPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether `iss` is the issuer, or that of any tenant. */
function isIssuer(
  iss: string,
  { issuerOfTenants }: Kind & { protocol: 'oidc' },
  { issuer }: oauth.AuthorizationServer,
): boolean {
  if (issuerOfTenants === undefined) return iss === issuer;
  const [before, after] = issuerOfTenants.split('{tenantid}') as [string, string];
  const isLike = iss.startsWith(before) && iss.endsWith(after);
  return isLike && tenantPattern.test(iss.slice(before.length, -after.length));
}

/** Where every tenant is an issuer, the one that the token names; its signature is checked with the keys of all. */
async function issuerOfToken(
  { issuerOfTenants }: Kind & { protocol: 'oidc' },
  server: oauth.AuthorizationServer,
  answer: Response,
): Promise<oauth.AuthorizationServer> {
  if (issuerOfTenants === undefined) return server;
  const { id_token: token } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { id_token?: unknown };
  const tenant = tenantPattern.exec(String(partOf(token, 1).tid))?.[0];
  if (tenant === undefined) throw new IdentityNotProven('the token names no tenant');
  return { ...server, issuer: issuerOfTenants.replace('{tenantid}', tenant) };
}

/** The object that `text` is as JSON; empty where it is none. */
function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/**
 * Keys that a provider has for some tenants only say so: with `{tenantid}` for all, else with the issuer that they sign for
 * (Microsoft identity platform, "Validate the signing key issuer").
 */
function checkKey({ jwks }: oauth.JWKSCacheInput, token: string, { iss, tid }: oauth.IDToken): void {
  const kid = partOf(token, 0).kid;
  const key = jwks?.keys.find((candidate) => candidate.kid === kid) as { issuer?: unknown } | undefined;
  const isFor = key && String(key.issuer ?? iss).replace('{tenantid}', String(tid));
  if (isFor !== iss) throw new IdentityNotProven('the token is signed with a key for other tenants');
}

/** The header, 0, or the claims, 1, of a token that is not checked; empty where there are none. */
function partOf(token: unknown, index: 0 | 1): Readonly<Record<string, unknown>> {
  return objectIn(Buffer.from(String(token).split('.')[index] ?? '', 'base64url').toString());
}

function isSubject(text: string): boolean {
  return text !== '' && text.length <= maxSubject && !/\p{Cc}/u.test(text);
}

function namesIn(claims: Readonly<Record<string, unknown>>): string[] {
  return texts([claims.preferred_username, claims.nickname, claims.name]);
}

function texts(values: readonly unknown[]): string[] {
  return values.filter((value): value is string => typeof value === 'string' && value.trim() !== '');
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What went wrong, without tokens and claims, which the causes of oauth4webapi carry. */
function translate(cause: unknown): Error {
  if (cause instanceof ProviderUnavailable || cause instanceof IdentityNotProven) return cause;
  const { message, error } = cause as Error & { error?: unknown };
  // RFC 6749, section 5.2: these say that our client is set up wrongly.
  if (['invalid_client', 'unauthorized_client'].includes(String(error)))
    return new ProviderUnavailable(`the provider does not accept the client: ${String(error)}`);
  return new IdentityNotProven(typeof error === 'string' ? `${message}: ${error}` : message);
}
