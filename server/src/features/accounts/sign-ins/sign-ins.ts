import type { MessageInitShape } from '@bufbuild/protobuf';
import { LoginMethod, type LoginResponseSchema } from '@matinee/contract/gen/service/client/sessions_pb.ts';
import type { Device, SignInMethod } from '../sessions/sessions.port.ts';
import type { UserRow } from '../users/users.port.ts';

/** The answer to a sign-in, in the shape of `LoginResponse`. */
export type SignInAnswer = MessageInitShape<typeof LoginResponseSchema>;

/** The last step of every way to sign in (ADR 7). */
export interface SignIns {
  /**
   * Call this when a user has proved a first factor. Returns a session, or how to prove the second factor.
   * @throws AppError `auth.banned`.
   */
  complete(user: UserRow, method: SignInMethod, device: Device): Promise<SignInAnswer>;
}

/** The order in which clients see the ways to sign in. */
const offered = [LoginMethod.EMAIL, LoginMethod.PASSWORD, LoginMethod.PASSKEY, LoginMethod.OAUTH2];

/** Sorts ways to sign in into that order. Pure. */
export function inOfferedOrder(methods: readonly LoginMethod[]): LoginMethod[] {
  return offered.filter((method) => methods.includes(method));
}
