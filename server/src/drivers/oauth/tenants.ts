/** Providers that have an issuer for each tenant, such as Microsoft. */
import type * as oauth from 'oauth4webapi';
import type { Kind } from './kinds.ts';
import { IdentityNotProven } from './provider-errors.ts';
import { partOf } from './token-parts.ts';

/** A tenant of Microsoft: a UUID. */
const tenantPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether `iss` is the issuer of this provider, or of any of its tenants. */
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

/**
 * For providers where every tenant is an issuer: the issuer from the token. The provider's keys verify its signature.
 */
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
 * Some keys of a provider are for certain tenants only. Such a key has a field `issuer`: with `{tenantid}` it is for
 * all tenants, otherwise only for that issuer (Microsoft identity platform, "Validate the signing key issuer").
 */
export function checkKey({ jwks }: oauth.JWKSCacheInput, token: string, { iss, tid }: oauth.IDToken): void {
  const kid = partOf(token, 0).kid;
  const key = jwks?.keys.find((candidate) => candidate.kid === kid) as { issuer?: unknown } | undefined;
  const isFor = key && String(key.issuer ?? iss).replace('{tenantid}', String(tid));
  if (isFor !== iss) throw new IdentityNotProven('the token is signed with a key for other tenants');
}
