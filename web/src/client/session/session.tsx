import type { GetProfileResponse, LoginResponse, RegistrationResponse, User } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import { type Api, ApiError, makeApi } from '../calls/api.ts';
import { basePath } from '../calls/base.ts';
import { earlyFetch } from '../calls/early-fetch.ts';
import { createTokenStore } from '../calls/tokens.ts';
import { loadErrorTexts } from '../words/texts.ts';
import { queryClient } from './query.ts';

/** The stored profile of the signed-in user. */
export type Profile = GetProfileResponse;

const tokens = createTokenStore();
/** The calls of this page, as the signed-in user. */
export const api = makeApi({ baseUrl: basePath, tokens, fetch: earlyFetch, onRefused: loadErrorTexts });

/** The server's answer to a completed sign-in. */
export type SignInAnswer = Pick<
  LoginResponse & RegistrationResponse,
  'accessToken' | 'refreshToken' | 'accessTokenExpiresAt' | 'user'
> & { /** The account has a name alone. */ readonly isInstant?: boolean };

export interface Session {
  readonly api: Api;
  /** Absent: signed out, or not yet known. */
  readonly user: User | undefined;
  /** The account has only a name: it lives as long as this browser remembers it. */
  readonly isInstant: boolean;
  /** True as soon as there is a session, before `user` is known. */
  readonly isSignedIn: boolean;
  /** False while a stored session is being checked. */
  readonly isKnown: boolean;
  readonly signIn: (answer: SignInAnswer) => void;
  readonly signOut: () => Promise<void>;
}

/** A part of the page that acts as another person, such as a guest, has a provider of its own. */
export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside of SessionProvider');
  return session;
}

/** Number of sign-ins on this page so far. */
let signIns = 0;

/** Stores the session. @returns false when the answer has none. */
function begin({ accessToken, refreshToken, accessTokenExpiresAt, user, isInstant = false }: SignInAnswer): boolean {
  if (!accessToken || !refreshToken) return false;
  signIns += 1;
  queryClient.clear();
  if (user) queryClient.setQueryData<Profile>(['profile'], { user, is_instant: isInstant });
  tokens.set({ accessToken, refreshToken, ...(accessTokenExpiresAt ? { accessTokenExpiresAt } : {}) });
  return true;
}

/** Ends the session in this browser even if the server cannot be reached. */
async function signOut(): Promise<void> {
  await api.call('UserService.Logout', {}).catch(() => undefined);
  tokens.clear();
  queryClient.clear();
}

async function readProfile(): Promise<Profile | null> {
  const asked = signIns;
  try {
    return await api.call('UserService.GetProfile', {});
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      // An answer for an earlier sign-in says nothing about the present one.
      if (asked === signIns) tokens.clear();
      return null;
    }
    throw error;
  }
}

export interface SessionProviderProps {
  readonly children: ReactNode;
  /** Called after a sign-in on this page. It must always be the same function. */
  readonly onSignIn: (api: Api) => void;
}

export function SessionProvider({ children, onSignIn }: SessionProviderProps) {
  const isSignedIn = useSyncExternalStore(tokens.subscribe, () => tokens.get() !== undefined);
  const profile = useQuery({ queryKey: ['profile'], queryFn: readProfile, enabled: isSignedIn, staleTime: 300_000 });
  const user = isSignedIn ? profile.data?.user : undefined;
  const isInstant = isSignedIn && profile.data?.is_instant === true;
  const isKnown = !isSignedIn || !profile.isPending;
  const session = useMemo(
    (): Session => ({
      api,
      user,
      isInstant,
      isSignedIn,
      isKnown,
      signIn: (answer) => begin(answer) && onSignIn(api),
      signOut,
    }),
    [user, isInstant, isSignedIn, isKnown, onSignIn],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}
