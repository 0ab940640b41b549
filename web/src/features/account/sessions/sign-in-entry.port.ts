import type { LoginResponse } from '@matinee/contract/gen/api.ts';
import type { ComponentType } from 'react';
import type { PublicSettings } from '../../../client/session/public-settings.ts';
import type { SignInAnswer } from '../../../client/session/session.tsx';

/**
 * The entry by which a feature extends the pages for signing in and up. Its folder exports one as `signInEntry` from
 * `sign-in-entry.ts`; nothing else is needed. Make each view with `lazily`, so that its code is loaded where the view
 * is offered.
 */
export interface SignInEntry {
  /** Name of the folder, which is the namespace of its texts. */
  readonly namespace: string;
  /** Order of the ways, smallest first. */
  readonly order: number;
  /** A way to sign in besides the password, shown below it. */
  readonly signIn?: Way<SignInProps>;
  readonly signUp?: SignUpWay;
  /** A way to sign up that leaves this page, shown below the others. */
  readonly signUpElsewhere?: Way<SignUpElsewhereProps>;
}

interface Way<Props> {
  readonly isOffered: (settings: PublicSettings) => boolean;
  readonly View: ComponentType<Props>;
}

/**
 * A way to sign up. The page shows the first one that is offered; the others are a click away: texts `signUpLead` and
 * `signUpBy`.
 */
export interface SignUpWay extends Way<SignUpProps> {
  /** True: an administrator approves new accounts. */
  readonly needsReview: (settings: PublicSettings) => boolean;
}

/** The props that the page passes to a way to sign in. */
export interface SignInProps {
  /**
   * Takes the server's answer: asks for a second factor if the account needs one, else signs in and leaves the page.
   */
  readonly onAnswer: (answer: LoginResponse) => void;
  /** Path of this site that the person wanted to see. */
  readonly returnTo: string;
  /** The text typed into the name field. */
  readonly username: string;
}

/** The props that the page passes to a way to sign up. */
export interface SignUpProps {
  /** Takes the server's answer: signs in and leaves the page, or says that the account waits for a review. */
  readonly onAnswer: (answer: SignUpAnswer) => void;
  readonly settings: PublicSettings;
}

/** Answers to sign-ups have these fields, whatever the method. */
export type SignUpAnswer = SignInAnswer & { readonly registrationReviewRequired: boolean };

/** The props that the page passes to a way to sign up elsewhere. */
export interface SignUpElsewhereProps {
  /** Path of this site that the person wanted to see. */
  readonly returnTo: string;
}
