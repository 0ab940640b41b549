import type { Kind, KindName } from './kinds.ts';

/** A client at a provider, as configured by the operator. */
export interface ProviderClient {
  readonly kind: KindName;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The issuer's URL, for kinds where the operator names the issuer. */
  readonly issuer?: string | undefined;
}

/** Values that one authorization is bound to. */
export interface Authorization {
  /** Absent: the code comes from an application of the operating system, which has already hashed the nonce. */
  readonly redirectUrl: string | undefined;
  readonly nonce: string;
  /** The PKCE code verifier: 43 characters or more (RFC 7636, section 4.1). */
  readonly verifier: string;
}

/** Parameters that the provider sent back to the redirect URL or to the application. */
export interface Returned {
  readonly code: string;
  /** The issuer from the redirect (RFC 9207), if present. */
  readonly iss?: string;
  /**
   * Data about the user that some providers send beside the code, as JSON. The browser may have changed it, so it
   * proves nothing.
   */
  readonly user?: string;
}

/** A user at a provider. `issuer` and `subject` together identify the user and never change. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's names for the user, best first; may be empty. */
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

/** The non-empty strings among `values`. */
export function texts(values: readonly unknown[]): string[] {
  return values.filter((value): value is string => typeof value === 'string' && value.trim() !== '');
}
