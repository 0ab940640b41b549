import type {
  FinishOpaquePasswordResetRequest,
  RequestPasswordResetRequest,
  StartOpaquePasswordResetRequest,
} from '@matinee/contract/gen/service/client/email_sign_in_pb.ts';
import type { Call } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { AccountPasswords } from '../passwords/passwords.port.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import type { Users } from '../users/users.port.ts';
import type { EmailRequests } from './email-requests.service.ts';
import type { TakeOwnerToken } from './email-sign-in.service.ts';
import { deleteTokensOf, type EmailTokenTables } from './email-tokens.store.ts';
import { readAddress } from './email-words.ts';
import type { NewPasswords } from './new-passwords.ts';

interface ResetParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly users: Users;
  readonly requests: EmailRequests;
  readonly takeOwnerToken: TakeOwnerToken;
  readonly newPasswords: NewPasswords;
  readonly passwords: AccountPasswords;
  readonly audit: Audit;
}

interface Begun {
  readonly userId: string;
  /** The reset ends if a credential changes meanwhile. */
  readonly credentialVersion: number;
}

export function makePasswordReset(parts: ResetParts) {
  const { db, clock, users, requests, takeOwnerToken, newPasswords, passwords, audit } = parts;
  return {
    /** [EM5] */
    request: ({ email, language }: RequestPasswordResetRequest) =>
      requests.ask({ purpose: 'password_reset', address: readAddress(email), language }),
    /** [EM17] */
    async start({ email, emailToken, registrationRequest }: StartOpaquePasswordResetRequest, call: Call) {
      const user = await takeOwnerToken('password_reset', email, emailToken, call);
      const { id: userId, credential_version: credentialVersion } = user;
      const about: Begun = { userId, credentialVersion };
      const { id, response } = await newPasswords.start('reset', userId, registrationRequest, about);
      return { resetId: id, registrationResponse: response };
    },
    /** [EM17] [EM18] [MF27] */
    async finish({ resetId, registrationUpload }: FinishOpaquePasswordResetRequest, call: Call) {
      const { about, record } = await newPasswords.finish<Begun>('reset', resetId, registrationUpload);
      await db.write(async (tx) => {
        const { row: user } = await users.lock(tx, about.userId);
        if (user.credential_version !== about.credentialVersion) throw authErrors.challenge_expired();
        await passwords.set(tx, about.userId, record, { mailedAt: dateOf(clock.nowMs()) });
        await deleteTokensOf(tx.query<EmailTokenTables>(), about.userId);
        const notice = { template: 'password_changed', userId: about.userId } as const;
        await audit.record(tx, call, { action: 'password.reset', target: about.userId, notice });
      });
      return {};
    },
  };
}
