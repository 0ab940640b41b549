import type { CreateGuestTokenResponse } from '@matinee/contract/gen/api.ts';
import { type Api, makeApi } from '../../../client/calls/api.ts';
import type { TokenStore, Tokens } from '../../../client/calls/tokens.ts';
import { makeStore } from '../../../client/store.ts';
import { loadErrorTexts } from '../../../client/words/texts.ts';

/** A guest: a person who watches one room without an account while the page is open. */
export interface GuestSession {
  readonly roomId: string;
  readonly guestId: string;
  readonly name: string;
  readonly api: Api;
}

/** A client that calls as the guest. A guest's token cannot be refreshed: when it ends, the client is signed out. */
export function makeGuestSession(baseUrl: string, answer: CreateGuestTokenResponse): GuestSession {
  const store = makeStore<Tokens | undefined>({ accessToken: answer.guestToken, refreshToken: '' });
  const tokens: TokenStore = {
    get: store.get,
    subscribe: store.subscribe,
    set: store.set,
    clear: () => store.set(undefined),
  };
  const api = makeApi({ baseUrl, tokens, fetch: (...request) => fetch(...request), onRefused: loadErrorTexts });
  return { roomId: answer.roomId, guestId: answer.guestId, name: answer.displayName, api };
}
