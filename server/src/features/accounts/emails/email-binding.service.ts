import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ConfirmEmailBindRequest, StartEmailBindRequest } from '@matinee/contract/gen/service/client/emails_pb.ts';
import { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import type { EmailAddress } from '../../../kernel/email-address.ts';
import type { Database } from '../../../store/database.ts';
import type { Audit, Deed } from '../../record/audit/audit.port.ts';
import { emailErrors } from '../../record/email-addresses/email-addresses.errors.ts';
import type { EmailAddresses, EmailAddressRow } from '../../record/email-addresses/email-addresses.port.ts';
import { addressCodeGuesses, type Lockout } from '../lockout/lockout.ts';
import type { Verifications } from '../mfa/mfa.port.ts';
import type { Sessions } from '../sessions/sessions.port.ts';
import { takeCounted } from './counted-token.ts';
import { type EmailRequests, verificationSubject } from './email-requests.service.ts';
import { deleteTokensOf, type EmailTokenTables } from './email-tokens.store.ts';
import type { EmailTokens } from './email-tokens.ts';
import { isAllowed, maskAddress, readAddress } from './email-words.ts';

type UserCall = Call<UserPrincipal>;

export interface BindingParts {
  readonly db: Database;
  readonly requests: EmailRequests;
  readonly tokens: EmailTokens;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly addresses: EmailAddresses;
  readonly verifications: Verifications;
  readonly lockout: Lockout;
  readonly allowList: () => { enabled: boolean; entries: readonly string[] };
}

export function makeEmailBinding(parts: BindingParts) {
  const { db, requests, tokens, sessions, audit, addresses, verifications, lockout, allowList } = parts;

  return {
    /** [EM9] [EM11] */
    async start({ email, language, verificationId }: StartEmailBindRequest, { principal }: UserCall) {
      const address = readAddress(email);
      if (!isAllowed(address, allowList())) throw emailErrors.not_allowed();
      const own = await addresses.find(db, principal.userId);
      if (own?.key === address.key) throw emailErrors.already_bound();
      await verifications.require(principal, SensitiveOperation.EMAIL_BIND, verificationId);
      return requests.ask({ purpose: 'verification', address, language, userId: principal.userId });
    },
    /** [EM10] [EM12] */
    async confirm({ email, emailToken }: ConfirmEmailBindRequest, call: UserCall) {
      const { userId, sessionId } = call.principal;
      const address = readAddress(email);
      const token = await takeCounted(
        { lockout, tokens },
        {
          account: addressCodeGuesses(userId),
          address: call.address,
          purpose: 'verification',
          subject: verificationSubject(userId, address.key),
          code: emailToken,
        },
      );
      // Store the spelling that received the code: only that one is proved.
      const proved = { address: token.address, key: address.key };
      const verifiedAt = await db.write(async (tx) => {
        const before = await addresses.find(tx, userId);
        if (before) await deleteTokensOf(tx.query<EmailTokenTables>(), userId);
        const { verified_at } = await addresses.put(tx, userId, proved);
        await sessions.credentialsChanged(tx, userId, sessionId);
        await audit.record(tx, call, before ? toChange(before, proved) : { action: 'email.added', target: userId });
        return verified_at;
      });
      return { email: proved.address, verifiedAt: timestampFromDate(verifiedAt) };
    },
  };
}

/** Informs the account's previous address about the address that replaces it. */
function toChange({ user_id: userId, address: to }: EmailAddressRow, { address }: EmailAddress): Deed {
  const values = { email: maskAddress(address) };
  return { action: 'email.changed', target: userId, notice: { template: 'email_changed', userId, to, values } };
}
