import { inBrowser, type StoredTexts } from '../../storage/storage.ts';
import { makeStore, type Store } from '../store.ts';

/** The two tokens of a session, as sign-in and refresh return them. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** RFC 3339. Absent: unknown; a 401 from the server then shows that the token has expired. */
  readonly accessTokenExpiresAt?: string;
}

/** Keeps the session; undefined: signed out. */
export interface TokenStore extends Store<Tokens | undefined> {
  set(tokens: Tokens): void;
  clear(): void;
}

/** The part of the storage that `createTokenStore` needs. */
export type TokenStorage = Pick<StoredTexts, 'read' | 'write'>;

const key = 'matinee.session';

/**
 * The session in this browser, shared by all tabs: when one tab refreshes or ends it, the others follow. If the
 * browser refuses storage (private mode, a full disk), the session lives as long as the page.
 */
export function createTokenStore(storage: TokenStorage = inBrowser): TokenStore {
  const store = makeStore<Tokens | undefined>(parse(storage.read(key)));
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      if (event.key === key || event.key === null) store.set(parse(event.newValue));
    });
  }
  return {
    // Reads the storage: another tab may have written since the last event, and a refresh token can be used only once.
    get: () => {
      const stored = parse(storage.read(key));
      const held = store.get();
      if (stored !== undefined && stored.accessToken !== held?.accessToken) store.set(stored);
      return store.get();
    },
    subscribe: store.subscribe,
    set(tokens) {
      storage.write(key, JSON.stringify(tokens));
      store.set(tokens);
    },
    clear() {
      storage.write(key, undefined);
      store.set(undefined);
    },
  };
}

/** The session stored in this browser. */
export const readTokens = (): Tokens | undefined => parse(inBrowser.read(key));

/** Undefined, signed out, for any text that is not a pair of tokens. */
function parse(text: string | null): Tokens | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<Tokens> | null;
    if (typeof value?.accessToken === 'string' && typeof value.refreshToken === 'string') return value as Tokens;
  } catch {
    // The text is no JSON.
  }
  return undefined;
}
