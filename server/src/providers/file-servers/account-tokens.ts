/** Tokens of accounts on file servers: they end, and the account gets others. */
import type { OpenAccount, ProviderTools } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';

export interface TokenUse<T> {
  /** The stored token. */
  readonly token: string;
  /** Asks the server with a token. @throws ProviderError */
  readonly ask: (token: string) => Promise<T>;
  /** Gets another token; undefined: this account cannot. @throws ProviderError */
  readonly renew: (() => Promise<string>) | undefined;
}

/**
 * Asks with the stored token, and once more with another one when that has ended. All who ask meanwhile use the other
 * one. @throws ProviderError
 */
export async function askWithToken<T>(open: OpenAccount, use: TokenUse<T>, tools: ProviderTools): Promise<T> {
  const { token, ask, renew } = use;
  return ask(token).catch(async (cause) => {
    if (!renew || !(cause instanceof ProviderError) || cause.failure !== 'account_refused') throw cause;
    return ask(await tools.remember(`${open.id} token`, renew));
  });
}

/** The `cause` of an error that says that the session has ended. */
export const sessionEnded = new Error('the session has ended');

/**
 * A session that the server takes now: the stored one, or another one after that has ended. For servers whose sessions
 * stand in addresses, where nobody sees a refusal. @throws ProviderError
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
