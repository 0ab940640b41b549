import { lazily } from '../../../ui/lazily.tsx';
import type { SignInEntry } from '../sessions/sign-in-entry.port.ts';

export const signInEntry: SignInEntry = {
  namespace: 'oauth2',
  order: 40,
  signIn: {
    isOffered: (settings) => settings.login_methods.includes('oauth2'),
    View: lazily(() => import('./provider-sign-in.tsx').then((module) => module.ProviderSignIn)),
  },
  signUpElsewhere: {
    isOffered: (settings) => settings.oauth2_signup_enabled,
    View: lazily(() => import('./provider-sign-up.tsx').then((module) => module.ProviderSignUp)),
  },
};
