import type { Kind, KindName } from './kinds.ts';

/** A client at a provider, as the operator set it up. */
export interface ProviderClient {
  readonly kind: KindName;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The issuer's URL, for kinds where the operator names the issuer. */
  readonly issuer?: string | undefined;
}

/** What one authorization is bound to. */
export interface Authorization {
  /** Absent: the code comes from an application of the operating system, which has hashed the nonce already. */
  readonly redirectUrl: string | undefined;
  readonly nonce: string;
  /** The PKCE code verifier: 43 characters or more (RFC 7636, section 4.1). */
  readonly verifier: string;
}

/** What the provider sent back to the redirect URL or to the application. */
export interface Returned {
  readonly code: string;
  /** The issuer from the redirect (RFC 9207), if there was one. */
  readonly iss?: string;
  /**
   * What some providers send about the person beside the code, as JSON. The browser may have changed it, so it proves
   * nothing.
   */
  readonly user?: string;
}

/** A person at a provider. `issuer` and `subject` together identify the person and never change. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Names that the provider has for the person, best first; may be empty. */
  readonly names: readonly string[];
}

/** Parameters for the exchange of a code, besides the client. */
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

/** The strings among `values` that are not empty. */
export function texts(values: readonly unknown[]): string[] {
  return values.filter((value): value is string => typeof value === 'string' && value.trim() !== '');
}
