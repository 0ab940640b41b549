import type { MessageInitShape } from '@bufbuild/protobuf';
import type { UserSchema } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { Tx } from '../../../store/database.ts';
import type { Device, Tokens } from '../sessions/sessions.port.ts';

/**
 * A sign-in credential: its kind, and the data for attaching it to an account. The feature of that kind reads the data.
 * Stored as JSON.
 */
export interface Credential {
  readonly kind: string;
  readonly value: unknown;
}

/** A kind of credential, as described by the feature that owns it. */
export interface CredentialKind {
  readonly kind: string;
  /** Attaches the credential to a new account. @throws AppError if another account has it by now. */
  attach(tx: Tx, userId: string, value: unknown): Promise<void>;
}

/** An applicant for an account, whose credential has been proved. */
export interface Signup {
  /** Id of the future account; credentials may be bound to it. */
  readonly userId: string;
  readonly username: string;
  /** The display name; null or absent: the username. */
  readonly chosenName?: string | null;
  readonly method: 'password' | 'email' | 'passkey' | 'oauth2' | 'instant';
  /** True: an administrator must approve it first. */
  readonly needsReview: boolean;
  readonly credentials: readonly Credential[];
  /** Address to which the decision is mailed. */
  readonly email?: string;
  /** The applicant's language (RFC 5646); absent or empty: unknown. */
  readonly language?: string;
  /** A waiting applicant with the same credential is the same person. Compares only the fields that `value` has. */
  readonly once?: Credential;
}

/** The fields in every answer to a sign-up: tokens and the user, or the review that it awaits. */
export type RegistrationAnswer =
  | (Tokens & { user: MessageInitShape<typeof UserSchema>; registrationReviewRequired: false })
  | { registrationReviewRequired: true; registrationReviewId: string };

/** The last step of every way to sign up. */
export interface Registrations {
  /**
   * Refuses a name early, before the applicant types a password; `register` checks it again. @throws AppError
   * `users.username_reserved`, or `auth.username_taken` if an account has the name.
   */
  requireName(username: string): Promise<void>;
  /**
   * Makes the account and its first session, or puts the applicant into the review queue. For an applicant who is
   * already in the queue, returns the pending review. @throws AppError `users.username_reserved`, or
   * `auth.username_taken`, also for a name that a waiting applicant wants.
   */
  register(signup: Signup, device: Device): Promise<RegistrationAnswer>;
}
