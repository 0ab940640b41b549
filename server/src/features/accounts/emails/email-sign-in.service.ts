import type { LoginRequest, RequestEmailLoginRequest } from '@matinee/contract/gen/service/client/email_sign_in_pb.ts';
import type { Call } from '../../../kernel/call.ts';
import { emailErrors } from '../../record/email-addresses/email-addresses.errors.ts';
import { type Lockout, mailedCodeGuesses } from '../lockout/lockout.ts';
import type { SignIns } from '../sign-ins/sign-ins.ts';
import type { UserRow, Users } from '../users/users.port.ts';
import { takeCounted } from './counted-token.ts';
import type { EmailRequests } from './email-requests.service.ts';
import type { EmailTokens, TokenPurpose } from './email-tokens.ts';
import { readAddress } from './email-words.ts';

interface OwnerParts {
  readonly users: Users;
  readonly tokens: EmailTokens;
  readonly lockout: Lockout;
}

/**
 * Checks a code that was mailed to the owner of an address. Wrong codes count towards the lockout, even if no account
 * has the address. @throws AppError `emails.invalid_token`, `auth.locked_out`.
 */
export type TakeOwnerToken = (purpose: TokenPurpose, email: string, code: string, call: Call) => Promise<UserRow>;

export function makeTakeOwnerToken({ users, tokens, lockout }: OwnerParts): TakeOwnerToken {
  return async (purpose, email, code, call) => {
    const { key } = readAddress(email);
    const about = { account: mailedCodeGuesses(key), address: call.address, purpose, subject: key, code };
    const user = await users.find((await takeCounted({ lockout, tokens }, about)).userId);
    if (!user) throw emailErrors.invalid_token();
    return user;
  };
}

interface SignInParts {
  readonly requests: EmailRequests;
  readonly takeOwnerToken: TakeOwnerToken;
  readonly signIns: SignIns;
}

export function makeEmailSignIn({ requests, takeOwnerToken, signIns }: SignInParts) {
  return {
    /** [EM5] */
    request: ({ email, language }: RequestEmailLoginRequest) =>
      requests.ask({ purpose: 'sign_in', address: readAddress(email), language }),
    /** [EM7] */
    login: async ({ email, emailToken }: LoginRequest, call: Call) =>
      signIns.complete(await takeOwnerToken('sign_in', email, emailToken, call), 'email', call),
  };
}
