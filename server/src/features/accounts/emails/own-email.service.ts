import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import type { EmailAddresses } from '../../record/email-addresses/email-addresses.port.ts';
import { type EmailTokenTables, findPending } from './email-tokens.store.ts';
import { tokenLifeMs } from './email-tokens.ts';
import { type EmailTables, findVerificationRequest } from './emails.store.ts';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly addresses: EmailAddresses;
}

/** Shows owners the address of their account and the address that awaits its code. [EM10] */
export function makeOwnEmail({ db, clock, addresses }: Parts) {
  /** The address that awaits its code, even before the code has been mailed. */
  async function findWaiting(userId: string) {
    const asked = await findVerificationRequest(db.query<EmailTables>(), userId);
    if (asked)
      return { address: asked.address, expires_at: dateOf(asked.created_at.getTime() + tokenLifeMs.verification) };
    return findPending(db.query<EmailTokenTables>(), userId, dateOf(clock.nowMs()));
  }

  return async ({ userId }: UserPrincipal) => {
    const own = await addresses.find(db, userId);
    const pending = await findWaiting(userId);
    return {
      ...(own ? { email: own.address, verifiedAt: timestampFromDate(own.verified_at) } : {}),
      ...(pending ? { pendingEmail: pending.address, pendingExpiresAt: timestampFromDate(pending.expires_at) } : {}),
    };
  };
}
