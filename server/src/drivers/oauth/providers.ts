/** One flow for all kinds of providers: makes the sign-in address, and identifies the user by the returned code. */
import * as oauth from 'oauth4webapi';
import type { Clock } from '../../kernel/clock.ts';
import { identifyByApi } from './identify-by-api.ts';
import { makeIdentifyByToken } from './identify-by-token.ts';
import type { Authorization, Identity, ProviderClient, Returned } from './identity.ts';
import { type Kind, type KindName, kinds } from './kinds.ts';
import { type Fetch, makeMetadata } from './metadata.ts';
import { IdentityNotProven, ProviderUnavailable } from './provider-errors.ts';

export interface Providers {
  /** Whether PKCE protects codes of this kind of provider. */
  hasPkce(kind: KindName): boolean;
  /** The address to send the browser to. @throws ProviderUnavailable. */
  authorizationUrl(client: ProviderClient, authorization: Authorization, state: string): Promise<string>;
  /** Identifies the user by the returned code. @throws ProviderUnavailable, IdentityNotProven. */
  identify(client: ProviderClient, authorization: Authorization, returned: Returned): Promise<Identity>;
}

/** Longest subject that we store, in characters; OpenID Connect Core 1.0, section 2, allows 255. */
const maxSubject = 255;

/** `reach` makes the requests. If it rejects, the provider counts as unavailable. */
export function makeProviders(reach: Fetch, clock: Clock): Providers {
  const fetch: Fetch = (url, request) =>
    reach(url, request).catch((cause) => {
      throw new ProviderUnavailable(`${new URL(url).host} gives no answer`, { cause });
    });
  const metadata = makeMetadata(fetch, clock);
  const identifyByToken = makeIdentifyByToken(fetch, clock);
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
            ? await identifyByToken({ row, client, issuer: await issuerOf(row, client), authorization, returned })
            : await identifyByApi(fetch, row, client, authorization, returned);
        if (!isSubject(identity.subject)) throw new IdentityNotProven('the provider does not say who came back');
        return identity;
      } catch (cause) {
        throw translate(cause);
      }
    },
  };
}

function isSubject(text: string): boolean {
  return text !== '' && text.length <= maxSubject && !/\p{Cc}/u.test(text);
}

/** Describes the failure, without the tokens and claims in the causes of oauth4webapi. */
function translate(cause: unknown): Error {
  if (cause instanceof ProviderUnavailable || cause instanceof IdentityNotProven) return cause;
  const { message, error } = cause as Error & { error?: unknown };
  // These codes mean that our client is misconfigured (RFC 6749, section 5.2).
  if (['invalid_client', 'unauthorized_client'].includes(String(error)))
    return new ProviderUnavailable(`the provider does not accept the client: ${String(error)}`);
  return new IdentityNotProven(typeof error === 'string' ? `${message}: ${error}` : message);
}
