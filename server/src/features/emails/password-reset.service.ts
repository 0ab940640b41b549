import type {
  FinishOpaquePasswordResetRequest,
  RequestPasswordResetRequest,
  StartOpaquePasswordResetRequest,
} from '@matinee/contract/gen/service/client/email_sign_in_pb.ts';
import type { Call } from '../../kernel/call.ts';
import type { Database } from '../../store/database.ts';
import type { Audit } from '../audit/audit.port.ts';
import type { AccountPasswords } from '../passwords/passwords.port.ts';
import type { EmailRequests } from './email-requests.service.ts';
import type { TakeOwnerToken } from './email-sign-in.service.ts';
import { deleteTokensOf, type EmailTokenTables } from './email-tokens.store.ts';
import { readAddress } from './email-words.ts';
import type { NewPasswords } from './new-passwords.ts';

interface ResetParts {
  readonly db: Database;
  readonly requests: EmailRequests;
  readonly takeOwnerToken: TakeOwnerToken;
  readonly newPasswords: NewPasswords;
  readonly passwords: AccountPasswords;
  readonly audit: Audit;
}

interface Begun {
  readonly userId: string;
}

export function makePasswordReset({ db, requests, takeOwnerToken, newPasswords, passwords, audit }: ResetParts) {
  return {
    /** [EM5] */
    request: ({ email, language }: RequestPasswordResetRequest) =>
      requests.ask({ purpose: 'password_reset', address: readAddress(email), language }),
    /** [EM17] */
    async start({ email, emailToken, registrationRequest }: StartOpaquePasswordResetRequest, call: Call) {
      const { id: userId } = await takeOwnerToken('password_reset', email, emailToken, call);
      const about: Begun = { userId };
      const { id, response } = await newPasswords.start('reset', userId, registrationRequest, about);
      return { resetId: id, registrationResponse: response };
    },
    /** [EM17] [EM18] */
    async finish({ resetId, registrationUpload }: FinishOpaquePasswordResetRequest, call: Call) {
      const { about, record } = await newPasswords.finish<Begun>('reset', resetId, registrationUpload);
      await db.write(async (tx) => {
        await passwords.set(tx, about.userId, record);
        await deleteTokensOf(tx.query<EmailTokenTables>(), about.userId);
        await audit.record(tx, call, { action: 'password.reset', target: about.userId });
      });
      return {};
    },
  };
}
