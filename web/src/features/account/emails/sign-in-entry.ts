import { lazily } from '../../../ui/lazily.tsx';
import type { SignInEntry } from '../sessions/sign-in-entry.port.ts';

export const signInEntry: SignInEntry = {
  namespace: 'emails',
  order: 30,
  signIn: {
    isOffered: (settings) => settings.login_methods.includes('email'),
    View: lazily(() => import('./email-sign-in.tsx').then((module) => module.EmailSignIn)),
  },
  signUp: {
    isOffered: (settings) => settings.email_signup_enabled,
    needsReview: (settings) => settings.email_signup_needs_review,
    View: lazily(() => import('./email-sign-up.tsx').then((module) => module.EmailSignUp)),
  },
};
