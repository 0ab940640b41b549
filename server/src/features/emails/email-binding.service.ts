import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type {
  ConfirmEmailBindRequest,
  StartEmailBindRequest,
  UnbindEmailRequest,
} from '@matinee/contract/gen/service/client/emails_pb.ts';
import { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Call, UserPrincipal } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { EmailAddress } from '../../kernel/email-address.ts';
import type { Database, Tx } from '../../store/database.ts';
import { codeOf } from '../../store/store.errors.ts';
import type { Audit } from '../audit/audit.port.ts';
import { addressCodeGuesses, type Lockout } from '../lockout/lockout.port.ts';
import type { FactorGuard, Verifications } from '../mfa/mfa.port.ts';
import type { Sessions } from '../sessions/sessions.port.ts';
import type { AccountNotices } from './account-notices.ts';
import { takeCounted } from './counted-token.ts';
import { type EmailRequests, verificationSubject } from './email-requests.service.ts';
import { deleteTokensOf, type EmailTokenTables, findPending } from './email-tokens.store.ts';
import { type EmailTokens, tokenLifeMs } from './email-tokens.ts';
import { isAllowed, maskAddress, readAddress } from './email-words.ts';
import { emailErrors } from './emails.errors.ts';
import { deleteEmail, type EmailTables, findEmail, findVerificationRequest, putEmail } from './emails.store.ts';

type UserCall = Call<UserPrincipal>;

export interface BindingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly requests: EmailRequests;
  readonly tokens: EmailTokens;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly notices: AccountNotices;
  readonly guard: FactorGuard;
  readonly verifications: Verifications;
  readonly lockout: Lockout;
  readonly allowList: () => { enabled: boolean; entries: readonly string[] };
}

/** PostgreSQL 17, appendix A. Of two who confirm one address at once, only the index can tell who came second. */
const uniqueViolation = '23505';

/** Gives an account an address that was confirmed. @throws AppError `emails.address_taken`. */
export async function attachAddress(
  tx: Tx,
  userId: string,
  { address, key }: EmailAddress,
  verifiedAt: Date,
): Promise<void> {
  await putEmail(tx.query<EmailTables>(), { user_id: userId, address, key, verified_at: verifiedAt }).catch((cause) => {
    throw codeOf(cause) === uniqueViolation ? emailErrors.address_taken() : cause;
  });
}

export function makeEmailBinding(parts: BindingParts) {
  const { db, clock, requests, tokens, sessions, audit, notices, guard, verifications, lockout, allowList } = parts;

  /** The address that waits for its code, also while the code is not mailed yet. */
  async function findWaiting(userId: string) {
    const asked = await findVerificationRequest(db.query<EmailTables>(), userId);
    if (asked)
      return { address: asked.address, expires_at: dateOf(asked.created_at.getTime() + tokenLifeMs.verification) };
    return findPending(db.query<EmailTokenTables>(), userId, dateOf(clock.nowMs()));
  }

  return {
    /** [EM10] */
    async get({ userId }: UserPrincipal) {
      const own = await findEmail(db.query<EmailTables>(), userId);
      const pending = await findWaiting(userId);
      return {
        ...(own ? { email: own.address, verifiedAt: timestampFromDate(own.verified_at) } : {}),
        ...(pending ? { pendingEmail: pending.address, pendingExpiresAt: timestampFromDate(pending.expires_at) } : {}),
      };
    },
    /** [EM9] [EM11] */
    async start({ email, language, verificationId }: StartEmailBindRequest, { principal }: UserCall) {
      const address = readAddress(email);
      if (!isAllowed(address, allowList())) throw emailErrors.not_allowed();
      const own = await findEmail(db.query<EmailTables>(), principal.userId);
      if (own?.key === address.key) throw emailErrors.already_bound();
      await verifications.consume(principal, SensitiveOperation.EMAIL_BIND, verificationId);
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
      // The spelling that the code was mailed to is the one that was proved.
      const proved = { address: token.address, key: address.key };
      const now = dateOf(clock.nowMs());
      await db.write(async (tx) => {
        const before = await findEmail(tx.query<EmailTables>(), userId);
        if (before) {
          await notices.tell(tx, userId, {
            template: 'email_changed',
            to: before.address,
            values: { email: maskAddress(proved.address) },
          });
          await deleteTokensOf(tx.query<EmailTokenTables>(), userId);
        }
        await attachAddress(tx, userId, proved, now);
        await sessions.credentialsChanged(tx, userId, sessionId);
        await audit.record(tx, call, { action: before ? 'email.changed' : 'email.added', target: userId });
      });
      return { email: proved.address, verifiedAt: timestampFromDate(now) };
    },
    /** [EM13] */
    async unbind({ verificationId }: UnbindEmailRequest, call: UserCall) {
      const { userId, sessionId } = call.principal;
      if (!(await findEmail(db.query<EmailTables>(), userId))) throw emailErrors.not_bound();
      await verifications.consume(call.principal, SensitiveOperation.EMAIL_UNBIND, verificationId);
      await db.write(async (tx) => {
        const removed = await guard.remove(tx, userId, () => deleteEmail(tx.query<EmailTables>(), userId));
        if (!removed) throw emailErrors.not_bound();
        await deleteTokensOf(tx.query<EmailTokenTables>(), userId);
        await notices.tell(tx, userId, { template: 'email_removed', to: removed.address, values: {} });
        await sessions.credentialsChanged(tx, userId, sessionId);
        await audit.record(tx, call, { action: 'email.removed', target: userId });
      });
      return {};
    },
  };
}
