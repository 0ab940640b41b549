import type { Pending } from './pending.ts';

/** The outcome with which a provider redirected the browser. */
export type ProviderReturn =
  /** This tab did not start the sign-in, or started another one. */
  | { readonly kind: 'foreign' }
  /** The person declined at the provider. */
  | { readonly kind: 'cancelled'; readonly pending: Pending }
  /** The provider refused; `error` is its code for the reason (RFC 6749, section 4.1.2.1). */
  | { readonly kind: 'refused'; readonly error: string; readonly pending: Pending }
  /** The provider agreed; the server does the rest. */
  | { readonly kind: 'granted'; readonly exchange: Exchange; readonly pending: Pending };

/** The data that the server needs to finish the sign-in. */
interface Exchange {
  readonly provider: string;
  readonly code: string;
  readonly state: string;
  readonly iss: string;
  readonly user: string;
}

/** The codes for a person who declined: the one of RFC 6749, section 4.1.2.1, and Apple's. */
const refusals = ['access_denied', 'user_cancelled_authorize'];

/** Longest provider code that is shown. It has a limit because anyone can write a code into the address. */
const mostLetters = 60;

/**
 * Reads the provider's answer to `pending`. Undefined `pending`: the tab began no sign-in with that state. [WO2] [WO4]
 */
export function readReturned(returned: URLSearchParams, pending: Pending | undefined): ProviderReturn {
  if (!pending) return { kind: 'foreign' };
  const error = returned.get('error');
  if (error !== null && refusals.includes(error)) return { kind: 'cancelled', pending };
  const code = returned.get('code');
  if (error !== null || code === null)
    return { kind: 'refused', error: (error ?? 'no code').slice(0, mostLetters), pending };
  const { provider, state } = pending;
  const exchange = { provider, code, state, iss: returned.get('iss') ?? '', user: returned.get('user') ?? '' };
  return { kind: 'granted', exchange, pending };
}
