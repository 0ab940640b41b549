import { lazily } from '../../../ui/lazily.tsx';
import type { SignInEntry } from './sign-in-entry.port.ts';

/** A password is the first way to sign up. The field for signing in with it is a fixed part of the page. */
export const signInEntry: SignInEntry = {
  namespace: 'sessions',
  order: 10,
  signUp: {
    isOffered: (settings) => settings.password_signup_enabled,
    needsReview: (settings) => settings.password_signup_needs_review,
    View: lazily(() => import('./sign-up-form.tsx').then((module) => module.SignUpForm)),
  },
};
