import { LRUCache } from 'lru-cache';
import type { AuthorizationServer, JWKSCacheInput } from 'oauth4webapi';
import type { Clock } from '../../kernel/clock.ts';
import { isUrl } from '../../kernel/http/urls.ts';
import { ProviderUnavailable } from './provider-errors.ts';

/** Fetches; see `drivers/http-fetch/http-fetch.ts`. */
export type Fetch = (
  url: string,
  request?: { method?: string; headers?: Readonly<Record<string, string>>; body?: string | URLSearchParams },
) => Promise<Response>;

/** Metadata and keys of an issuer. */
export interface Issuer {
  readonly server: AuthorizationServer & { readonly authorization_endpoint: string };
  /** The issuer's signing keys. oauth4webapi caches them and reloads them after 300 s, or for an unknown key. */
  readonly keys: JWKSCacheInput;
}

/** Metadata is reloaded after an hour. While the issuer is unreachable, old metadata serves for up to a day. */
const freshMs = 3_600_000;
const usableMs = 86_400_000;
/** More issuers than the setting can hold. */
const maxKept = 100;

/**
 * Algorithms whose signatures only the issuer can make. Never `none`. No HMAC either: its key would be our client
 * secret.
 */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Loads and caches metadata of issuers (OpenID Connect Discovery 1.0, section 4). */
export function makeMetadata(fetch: Fetch, clock: Clock) {
  const kept = new LRUCache<string, { readonly issuer: Issuer; readonly readAtMs: number }>({ max: maxKept });
  const reading = new Map<string, Promise<Issuer>>();

  async function read(url: string, issuerOfTenants: string | undefined): Promise<Issuer> {
    const answer = await fetch(`${url.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      headers: { accept: 'application/json' },
    });
    const found: unknown = answer.status === 200 ? await answer.json().catch(() => undefined) : undefined;
    const server = checkMetadata(url, issuerOfTenants ?? url, found);
    const issuer = { server, keys: kept.get(url)?.issuer.keys ?? {} };
    kept.set(url, { issuer, readAtMs: clock.nowMs() });
    return issuer;
  }

  return {
    /** @throws ProviderUnavailable */
    async find(url: string, issuerOfTenants?: string): Promise<Issuer> {
      const found = kept.get(url);
      const ageMs = found ? clock.nowMs() - found.readAtMs : Number.POSITIVE_INFINITY;
      if (found && ageMs < freshMs) return found.issuer;
      let answer = reading.get(url);
      if (!answer) {
        answer = read(url, issuerOfTenants).finally(() => reading.delete(url));
        reading.set(url, answer);
      }
      return answer.catch((cause) => {
        if (found && ageMs < usableMs) return found.issuer;
        throw cause;
      });
    },
  };
}

/** @throws ProviderUnavailable when the metadata names another issuer or has untrustworthy endpoints. */
function checkMetadata(url: string, expected: string, found: unknown): Issuer['server'] {
  const fault = (reason: string) => new ProviderUnavailable(`the metadata of ${url} cannot be used: ${reason}`);
  if (typeof found !== 'object' || found === null) throw fault('there are none');
  const metadata = found as Record<string, unknown>;
  const { issuer } = metadata;
  // URLs with and without a slash at the end are the same (RFC 3986, section 6.2.3). `iss` of tokens must equal the
  // metadata's issuer.
  if (typeof issuer !== 'string' || !isUrl(issuer) || new URL(issuer).href !== new URL(expected).href)
    throw fault('they name another issuer');
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri']) {
    const endpoint = metadata[name];
    if (typeof endpoint !== 'string' || !isUrl(endpoint)) throw fault(`${name} is missing`);
    const { protocol } = new URL(endpoint);
    if (protocol !== 'https:' && !(protocol === 'http:' && url.startsWith('http:')))
      throw fault(`${name} is not HTTPS`);
  }
  const { id_token_signing_alg_values_supported: offered } = metadata;
  const accepted = Array.isArray(offered) ? algorithms.filter((name) => offered.includes(name)) : ['RS256'];
  if (accepted.length === 0) throw fault('no algorithm of its ID tokens is acceptable');
  return { ...metadata, issuer, id_token_signing_alg_values_supported: accepted } as unknown as Issuer['server'];
}
