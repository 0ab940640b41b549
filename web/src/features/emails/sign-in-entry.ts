import { lazy } from 'react';
import type { SignInEntry } from '../sessions/sign-in-entry.port.ts';

export const signInEntry: SignInEntry = {
  namespace: 'emails',
  order: 30,
  signIn: {
    isOffered: (settings) => settings.login_methods.includes('email'),
    View: lazy(() => import('./email-sign-in.tsx').then((module) => ({ default: module.EmailSignIn }))),
  },
  signUp: {
    isOffered: (settings) => settings.email_signup_enabled,
    needsReview: (settings) => settings.email_signup_needs_review,
    View: lazy(() => import('./email-sign-up.tsx').then((module) => ({ default: module.EmailSignUp }))),
  },
};
