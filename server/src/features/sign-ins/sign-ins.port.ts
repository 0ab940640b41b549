import type { MessageInitShape } from '@bufbuild/protobuf';
import { LoginMethod, type LoginResponseSchema } from '@matinee/contract/gen/service/client/sessions_pb.ts';
import type { Device, SignInMethod } from '../sessions/sessions.port.ts';
import type { UserRow } from '../users/users.port.ts';

/** The answer to a sign-in, in the shape of `LoginResponse`. */
export type SignInAnswer = MessageInitShape<typeof LoginResponseSchema>;

/** Where every way to sign in ends (ADR 7). */
export interface SignIns {
  /** Somebody proved a first factor. Gives them a session, or says how to prove the second factor. @throws AppError `auth.banned`. */
  complete(user: UserRow, method: SignInMethod, device: Device): Promise<SignInAnswer>;
}

/** The order in which ways to sign in are offered. */
const offered = [LoginMethod.EMAIL, LoginMethod.PASSWORD, LoginMethod.PASSKEY, LoginMethod.OAUTH2];

/** Ways to sign in, in the order in which they are offered. Pure. */
export function inOfferedOrder(methods: readonly LoginMethod[]): LoginMethod[] {
  return offered.filter((method) => methods.includes(method));
}
