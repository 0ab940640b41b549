import type { RefreshTokenResponse } from '@matinee/contract/gen/api.ts';
import { errorOf, networkError } from './api-error.ts';
import type { TokenStore, Tokens } from './tokens.ts';

/**
 * Gets a new pair of tokens for `stale`.
 * @returns undefined when the session is over (the store is then empty) or the user has signed in again meanwhile.
 * @throws ApiError when it is unknown whether the session is over (network, 5xx).
 */
export type Refresher = (stale: Tokens) => Promise<Tokens | undefined>;

/**
 * Makes the refresher. Using a refresh token twice ends its session. So only one tab asks at a time
 * (`navigator.locks`). A tab that had to wait takes the tokens of the first one.
 */
export function makeRefresher(parts: {
  readonly baseUrl: string;
  readonly tokens: TokenStore;
  readonly fetch: typeof fetch;
}): Refresher {
  let running: Promise<Tokens | undefined> | undefined;
  return (stale) => {
    running ??= withLock(() => refreshOnce(parts, stale)).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function refreshOnce(
  { baseUrl, tokens, fetch }: Parameters<typeof makeRefresher>[0],
  stale: Tokens,
): Promise<Tokens | undefined> {
  const held = tokens.get();
  if (held === undefined) return undefined;
  if (held.accessToken !== stale.accessToken) return held;
  let response: Response;
  try {
    response = await fetch(`${baseUrl}/api/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ refreshToken: held.refreshToken }),
    });
  } catch (error) {
    throw networkError(error);
  }
  // The user has signed in or out meanwhile: the answer is for a session that the page no longer has.
  if (tokens.get()?.refreshToken !== held.refreshToken) return undefined;
  if (response.ok) {
    const fresh = (await response.json()) as RefreshTokenResponse;
    tokens.set(fresh);
    return fresh;
  }
  // Only a refusal ends the session; a server that is down or busy must not sign users out.
  if (response.status !== 400 && response.status !== 401 && response.status !== 403) throw await errorOf(response);
  tokens.clear();
  return undefined;
}

async function withLock<T>(work: () => Promise<T>): Promise<T> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  if (locks === undefined) return work();
  return (await locks.request('matinee.refresh', work)) as T;
}
