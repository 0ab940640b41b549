/** Providers with an issuer for each tenant, such as Microsoft. */
import type * as oauth from 'oauth4webapi';
import type { Kind } from './kinds.ts';
import { IdentityNotProven } from './provider-errors.ts';
import { partOf } from './token-parts.ts';

/** A tenant of Microsoft: a UUID. */
const tenantPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether `iss` is the issuer, or that of any tenant. */
export function isIssuer(
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
export async function issuerOfToken(
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

/**
 * Keys that a provider has for some tenants only say so: with `{tenantid}` for all, else with the issuer that they sign for
 * (Microsoft identity platform, "Validate the signing key issuer").
 */
export function checkKey({ jwks }: oauth.JWKSCacheInput, token: string, { iss, tid }: oauth.IDToken): void {
  const kid = partOf(token, 0).kid;
  const key = jwks?.keys.find((candidate) => candidate.kid === kid) as { issuer?: unknown } | undefined;
  const isFor = key && String(key.issuer ?? iss).replace('{tenantid}', String(tid));
  if (isFor !== iss) throw new IdentityNotProven('the token is signed with a key for other tenants');
}
