import type { JsonObject } from '@bufbuild/protobuf';
import { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { OneTimeValues } from '../../../store/key-value/one-time-values.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { Verifications } from '../mfa/mfa.port.ts';
import { authErrors, type Sessions } from '../sessions/sessions.port.ts';
import type { Ceremonies, NewPasskey } from './ceremonies.ts';
import { passkeyErrors } from './passkeys.errors.ts';
import { nameOf, toPasskey } from './passkeys.service.ts';
import { countPasskeys, insertPasskey, listPasskeys, type PasskeyRow, type PasskeyTables } from './passkeys.store.ts';

/** Maximum number of passkeys per account: more than people have devices, and few enough for one list. */
const maxPasskeys = 20;

/** A challenge for a signed-in user. */
export interface StartedBind {
  readonly challenge: string;
  readonly userId: string;
  readonly sessionId: string;
}

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ceremonies: Ceremonies;
  readonly sessions: Sessions;
  readonly verifications: Verifications;
  readonly audit: Audit;
  readonly binds: OneTimeValues<StartedBind>;
}

/** Adds passkeys to accounts: for their owners, or at sign-up. */
export function makePasskeyBinding(parts: Parts) {
  const { db, clock, ceremonies, sessions, verifications, audit, binds } = parts;

  /** @throws AppError `passkeys.taken`. */
  async function attach(tx: Tx, userId: string, passkey: NewPasskey): Promise<PasskeyRow> {
    const row: PasskeyRow = {
      credential_id: passkey.credentialId,
      user_id: userId,
      public_key: Buffer.from(passkey.publicKey, 'base64'),
      counter: passkey.counter,
      transports: [...passkey.transports],
      is_synced: passkey.isSynced,
      can_sync: passkey.canSync ?? null,
      aaguid: passkey.aaguid,
      name: passkey.name,
      created_at: dateOf(clock.nowMs()),
      last_used_at: null,
    };
    if (!(await insertPasskey(tx.query<PasskeyTables>(), row))) throw passkeyErrors.taken();
    return row;
  }

  return {
    attach,
    /** [PK5] */
    async start(verificationId: string, { principal }: Call<UserPrincipal>) {
      const { userId, sessionId, username } = principal;
      await verifications.require(principal, SensitiveOperation.PASSKEY_BIND, verificationId);
      const existing = await listPasskeys(db.query<PasskeyTables>(), userId);
      if (existing.length >= maxPasskeys) throw passkeyErrors.too_many();
      const { challenge, options } = await ceremonies.askToMake({ id: userId, username }, existing);
      return { challengeId: await binds.keep({ challenge, userId, sessionId }), options };
    },
    /** [PK2] [PK5] */
    async finish(challengeId: string, credential: JsonObject, name: string, call: Call<UserPrincipal>) {
      const { userId, sessionId } = call.principal;
      const bind = await binds.take(challengeId);
      if (bind?.userId !== userId || bind.sessionId !== sessionId) throw authErrors.challenge_expired();
      const passkey = await ceremonies.readNew(credential, bind.challenge, name.trim() || nameOf(call));
      const row = await db.write(async (tx) => {
        // This changes the account's row, so that concurrent calls count sequentially.
        await sessions.credentialsChanged(tx, userId, sessionId);
        if ((await countPasskeys(tx.query<PasskeyTables>(), userId)) >= maxPasskeys) throw passkeyErrors.too_many();
        const notice = { template: 'passkey_added', userId } as const;
        const details = { name: passkey.name };
        await audit.record(tx, call, { action: 'passkey.added', target: userId, details, notice });
        return attach(tx, userId, passkey);
      });
      return { passkey: toPasskey(row) };
    },
  };
}
