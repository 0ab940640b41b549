import type { MessageInitShape } from '@bufbuild/protobuf';
import type { UserSchema } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { Tx } from '../../store/database.ts';
import type { Device, Tokens } from '../sessions/sessions.port.ts';

/** Something to sign in with: its kind, and what the feature of that kind needs to attach it to an account. Kept as JSON. */
export interface Credential {
  readonly kind: string;
  readonly value: unknown;
}

/** A kind of credential, as the feature that owns it tells the server. */
export interface CredentialKind {
  readonly kind: string;
  /** Gives a new account the credential. @throws AppError when somebody else has it by now. */
  attach(tx: Tx, userId: string, value: unknown): Promise<void>;
}

/** Somebody who wants an account and has proved their credential. */
export interface Signup {
  /** Id that the account will have; credentials may be bound to it. */
  readonly userId: string;
  readonly username: string;
  readonly method: 'password' | 'email' | 'passkey' | 'oauth2';
  /** True: an administrator decides first. */
  readonly needsReview: boolean;
  readonly credentials: readonly Credential[];
  /** Where the applicant hears of the decision. */
  readonly email?: string;
  /** The language in which the applicant signs up (RFC 5646); absent or empty: unknown. */
  readonly language?: string;
  /** An applicant who already waits with this credential is the same person. Only the fields that `value` has are compared. */
  readonly once?: Credential;
}

/** The fields that every answer to a sign-up has: tokens and the user, or the review that it waits for. */
export type RegistrationAnswer =
  | (Tokens & { user: MessageInitShape<typeof UserSchema>; registrationReviewRequired: false })
  | { registrationReviewRequired: true; registrationReviewId: string };

/** Where every way to sign up ends. */
export interface Registrations {
  /**
   * Makes the account and its first session, or puts it in the review queue, or gives the review that it waits for there. @throws
   * AppError `auth.username_taken`, also for a name that somebody waits for.
   */
  register(signup: Signup, device: Device): Promise<RegistrationAnswer>;
}
