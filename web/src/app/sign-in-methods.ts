/** What the sign-in and sign-up pages are put together from. A feature adds its way to sign in with one entry; its code is loaded where it is offered. */
import type { LoginResponse, Mfa } from '@matinee/contract/gen/api.ts';
import { type ComponentType, lazy } from 'react';
import type { PublicSettings } from '../client/session/public-settings.ts';
import type { SignInAnswer } from '../client/session/session.tsx';

/** What a way to sign in gets from the page. */
export interface SignInMethodProps {
  /** Takes the server's answer: goes on to the second factor where one is asked for, else signs in and leaves the page. */
  readonly onAnswer: (answer: LoginResponse) => void;
  /** Path of this site that the person wanted to see. */
  readonly returnTo: string;
  /** What stands in the field for the name so far. */
  readonly username: string;
}

/** A way to sign in besides the password, shown below it. */
export interface SignInMethod {
  readonly id: string;
  readonly isOffered: (settings: PublicSettings) => boolean;
  readonly View: ComponentType<SignInMethodProps>;
}

export const signInMethods: readonly SignInMethod[] = [
  {
    id: 'passkey',
    isOffered: (settings) => settings.login_methods.includes('passkey'),
    View: lazy(() => import('../features/passkeys/passkey-sign-in.tsx').then((m) => ({ default: m.PasskeySignIn }))),
  },
  {
    id: 'email',
    isOffered: (settings) => settings.login_methods.includes('email'),
    View: lazy(() => import('../features/emails/email-sign-in.tsx').then((m) => ({ default: m.EmailSignIn }))),
  },
  {
    id: 'oauth2',
    isOffered: (settings) => settings.login_methods.includes('oauth2'),
    View: lazy(() => import('../features/oauth2/provider-sign-in.tsx').then((m) => ({ default: m.ProviderSignIn }))),
  },
];

/** What a way to sign up gets from the page. */
export interface SignUpMethodProps {
  /** Takes the server's answer: signs in and leaves the page, or says that the account waits for a review. */
  readonly onAnswer: (answer: SignUpAnswer) => void;
  readonly settings: PublicSettings;
}

/** Answers to sign-ups have these fields, whatever the method. */
export type SignUpAnswer = SignInAnswer & { readonly registrationReviewRequired: boolean };

/** A way to sign up. The first one that is offered is shown, the others are a click away. */
export interface SignUpMethod {
  /** Names its button: `signUp.by.ID` in the texts of sessions. */
  readonly id: 'password' | 'passkey' | 'email';
  readonly isOffered: (settings: PublicSettings) => boolean;
  readonly View: ComponentType<SignUpMethodProps>;
}

export const signUpMethods: readonly SignUpMethod[] = [
  {
    id: 'password',
    isOffered: (settings) => settings.password_signup_enabled,
    View: lazy(() => import('../features/sessions/sign-up-form.tsx').then((m) => ({ default: m.SignUpForm }))),
  },
  {
    id: 'passkey',
    isOffered: (settings) => settings.passkey_signup_enabled,
    View: lazy(() => import('../features/passkeys/passkey-sign-up.tsx').then((m) => ({ default: m.PasskeySignUp }))),
  },
  {
    id: 'email',
    isOffered: (settings) => settings.email_signup_enabled,
    View: lazy(() => import('../features/emails/email-sign-up.tsx').then((m) => ({ default: m.EmailSignUp }))),
  },
];

/** What a way to sign up elsewhere gets from the page. */
export interface SignUpElsewhereProps {
  /** Path of this site that the person wanted to see. */
  readonly returnTo: string;
}

/** Ways to sign up that leave this page, shown below the others. */
export const signUpsElsewhere: readonly {
  readonly id: string;
  readonly isOffered: (settings: PublicSettings) => boolean;
  readonly View: ComponentType<SignUpElsewhereProps>;
}[] = [
  {
    id: 'oauth2',
    isOffered: (settings) => settings.oauth2_signup_enabled,
    View: lazy(() => import('../features/oauth2/provider-sign-up.tsx').then((m) => ({ default: m.ProviderSignUp }))),
  },
];

/** What the second step of signing in gets. */
export interface SecondStepProps {
  readonly mfa: Mfa;
  readonly onAnswer: (answer: LoginResponse) => void;
  /** Back to the first step. */
  readonly onCancel: () => void;
}

/** Shown instead of the first step when the answer to it asks for a second factor. */
export const SecondStep: ComponentType<SecondStepProps> = lazy(() =>
  import('../features/two-factor/second-step.port.tsx').then((m) => ({ default: m.SecondStep })),
);
