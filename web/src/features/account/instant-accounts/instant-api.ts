import type { RegistrationResponse } from '@matinee/contract/gen/api.ts';
import { type Api, makeApi } from '../../../client/calls/api.ts';
import type { TokenStore, Tokens } from '../../../client/calls/tokens.ts';
import type { SignInAnswer } from '../../../client/session/session.tsx';
import { makeStore } from '../../../client/store.ts';
import { loadErrorTexts } from '../../../client/words/texts.ts';

/** A person who wants to join, and the room. */
export interface InstantJoin {
  /** The person's display name. */
  readonly name: string;
  readonly roomId: string;
  /** Empty: the room has none. */
  readonly password: string;
  readonly invitation?: string | undefined;
}

/** Creates an account with just a name. */
export function register(api: Api, { name, roomId, password, invitation }: InstantJoin): Promise<RegistrationResponse> {
  return api.call('AuthService.RegisterInstantly', {
    displayName: name,
    roomId,
    ...(password ? { roomPassword: password } : {}),
    ...(invitation ? { invitation } : {}),
  });
}

/**
 * Makes the new account a member before the page signs in to it: the page then goes from the invitation to the room at
 * once.
 * @returns false: the account made a join request
 */
export async function joinAs(
  { baseUrl }: Api,
  { accessToken, refreshToken }: SignInAnswer,
  { roomId, password, invitation }: InstantJoin,
): Promise<boolean> {
  const store = makeStore<Tokens | undefined>({ accessToken: accessToken ?? '', refreshToken: refreshToken ?? '' });
  const tokens: TokenStore = { ...store, clear: () => store.set(undefined) };
  const api = makeApi({ baseUrl, tokens, fetch: (...request) => fetch(...request), onRefused: loadErrorTexts });
  const { member } = await api.call('UserService.JoinRoom', {
    room_id: roomId,
    ...(password ? { password } : {}),
    ...(invitation ? { invitation } : {}),
  });
  return member !== undefined;
}
