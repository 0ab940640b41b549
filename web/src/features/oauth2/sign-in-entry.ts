import { lazy } from 'react';
import type { SignInEntry } from '../sessions/sign-in-entry.port.ts';

export const signInEntry: SignInEntry = {
  namespace: 'oauth2',
  order: 40,
  signIn: {
    isOffered: (settings) => settings.login_methods.includes('oauth2'),
    View: lazy(() => import('./provider-sign-in.tsx').then((module) => ({ default: module.ProviderSignIn }))),
  },
  signUpElsewhere: {
    isOffered: (settings) => settings.oauth2_signup_enabled,
    View: lazy(() => import('./provider-sign-up.tsx').then((module) => ({ default: module.ProviderSignUp }))),
  },
};
