import { lazily } from '../../../ui/lazily.tsx';
import type { SignInEntry } from '../sessions/sign-in-entry.port.ts';

export const signInEntry: SignInEntry = {
  namespace: 'passkeys',
  order: 20,
  signIn: {
    isOffered: (settings) => settings.login_methods.includes('passkey'),
    View: lazily(() => import('./passkey-sign-in.tsx').then((module) => module.PasskeySignIn)),
  },
  signUp: {
    isOffered: (settings) => settings.passkey_signup_enabled,
    needsReview: (settings) => settings.passkey_signup_needs_review,
    View: lazily(() => import('./passkey-sign-up.tsx').then((module) => module.PasskeySignUp)),
  },
};
