import type { CreateGuestTokenResponse } from '@matinee/contract/gen/api.ts';
import { type Api, makeApi } from '../../../client/calls/api.ts';
import type { TokenStore, Tokens } from '../../../client/calls/tokens.ts';
import { makeStore } from '../../../client/store.ts';
import { loadErrorTexts } from '../../../client/words/texts.ts';

/** Somebody who looks into one room without an account, for as long as the page is open. */
export interface GuestSession {
  readonly roomId: string;
  readonly guestId: string;
  readonly name: string;
  readonly api: Api;
}

/** A client that calls as the guest. When the token has ended, the client is signed out, as a guest's token cannot be refreshed. */
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
