/** Tokens of accounts on file servers, and their renewal. */
import type { OpenAccount, ProviderTools } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';

export interface TokenUse<T> {
  /** The stored token. */
  readonly token: string;
  /** Sends the request with a token. @throws ProviderError */
  readonly ask: (token: string) => Promise<T>;
  /** Returns a new token; undefined: this account cannot renew. @throws ProviderError */
  readonly renew: (() => Promise<string>) | undefined;
}

/**
 * Sends a request with the stored token, and retries with a new one after expiry. Concurrent requests share the new
 * one. @throws ProviderError
 */
export async function askWithToken<T>(open: OpenAccount, use: TokenUse<T>, tools: ProviderTools): Promise<T> {
  const { token, ask, renew } = use;
  return ask(token).catch(async (cause) => {
    if (!renew || !(cause instanceof ProviderError) || cause.failure !== 'account_refused') throw cause;
    return ask(await tools.remember(`${open.id} token`, renew));
  });
}

/** The `cause` of an error for an expired session. */
export const sessionEnded = new Error('the session has ended');

/**
 * A valid session: the stored one, or a new one after expiry. For servers whose sessions are part of addresses, where a
 * refusal is not noticed. @throws ProviderError
 */
export function workingSession(open: OpenAccount, use: TokenUse<unknown>, tools: ProviderTools): Promise<string> {
  const { token, ask, renew } = use;
  return tools.remember(`${open.id} session`, async () => {
    try {
      await ask(token);
      return token;
    } catch (cause) {
      if (!renew || !(cause instanceof ProviderError) || cause.cause !== sessionEnded) throw cause;
    }
    return renew();
  });
}
