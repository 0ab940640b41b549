import { makeStore, type Store } from '../store.ts';

/** The two tokens of a session, as sign-in and refresh return them. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** RFC 3339. Absent: unknown; a 401 from the server then tells that the token has expired. */
  readonly accessTokenExpiresAt?: string;
}

/** Keeps the session; undefined: signed out. */
export interface TokenStore extends Store<Tokens | undefined> {
  set(tokens: Tokens): void;
  clear(): void;
}

/** The part of `localStorage` that `createTokenStore` needs. */
export type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const key = 'matinee.session';

/**
 * The session in `localStorage`, shared by all tabs: when one tab refreshes or ends it, the others follow. If the
 * browser refuses storage (private mode, a full disk), the session lives as long as the page.
 */
export function createTokenStore(storage: TokenStorage | undefined = findStorage()): TokenStore {
  const store = makeStore<Tokens | undefined>(read(storage));
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      if (event.key === key || event.key === null) store.set(parse(event.newValue));
    });
  }
  return {
    // Reads the storage: another tab may have written since the last event, and a refresh token can be used only once.
    get: () => {
      const stored = read(storage);
      const held = store.get();
      if (storage !== undefined && stored !== undefined && stored.accessToken !== held?.accessToken) store.set(stored);
      return store.get();
    },
    subscribe: store.subscribe,
    set(tokens) {
      attempt(() => storage?.setItem(key, JSON.stringify(tokens)));
      store.set(tokens);
    },
    clear() {
      attempt(() => storage?.removeItem(key));
      store.set(undefined);
    },
  };
}

/** The session stored in this browser. */
export const readTokens = (): Tokens | undefined => read(findStorage());

function findStorage(): TokenStorage | undefined {
  return attempt(() => globalThis.localStorage);
}

function read(storage: TokenStorage | undefined): Tokens | undefined {
  return parse(attempt(() => storage?.getItem(key)) ?? null);
}

/** Undefined, signed out, for any text that is not a pair of tokens. */
function parse(text: string | null): Tokens | undefined {
  if (text === null) return undefined;
  const value = attempt(() => JSON.parse(text) as Partial<Tokens> | null);
  if (typeof value?.accessToken !== 'string' || typeof value.refreshToken !== 'string') return undefined;
  return value as Tokens;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
