import type { Kind, KindName } from './kinds.ts';

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

/** What a code is exchanged with, beside the client. */
export function codeParameters(
  row: Kind,
  { redirectUrl, verifier }: Authorization,
  code: string,
): Record<string, string> {
  return {
    code,
    ...(redirectUrl === undefined ? {} : { redirect_uri: redirectUrl }),
    ...(row.pkce && redirectUrl !== undefined ? { code_verifier: verifier } : {}),
  };
}

/** Those of `values` that are texts with something in them. */
export function texts(values: readonly unknown[]): string[] {
  return values.filter((value): value is string => typeof value === 'string' && value.trim() !== '');
}
