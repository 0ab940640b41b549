import type { JsonObject } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Call, UserPrincipal } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { Database, Tx } from '../../store/database.ts';
import type { OneTimeValues } from '../../store/key-value/one-time-values.ts';
import type { Audit } from '../audit/audit.port.ts';
import type { FactorGuard, Verifications } from '../mfa/mfa.port.ts';
import { deviceName } from '../sessions/device-name.port.ts';
import { authErrors, type Sessions } from '../sessions/sessions.port.ts';
import type { Ceremonies, NewPasskey } from './ceremonies.ts';
import { passkeyErrors } from './passkeys.errors.ts';
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  type PasskeyTables,
  renamePasskey,
} from './passkeys.store.ts';

/** Most passkeys of an account: more than anybody has devices, few enough for one list. */
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
  readonly guard: FactorGuard;
  readonly audit: Audit;
  readonly binds: OneTimeValues<StartedBind>;
}

/** The passkeys of an account, for its owner. */
export function makePasskeys(parts: Parts) {
  const { db, clock, ceremonies, sessions, verifications, guard, audit, binds } = parts;

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
    /** [PK7] */
    async list({ userId }: UserPrincipal) {
      return { passkeys: (await listPasskeys(db.query<PasskeyTables>(), userId)).map(toPasskey) };
    },
    /** [PK5] */
    async startBind(verificationId: string, { principal }: Call<UserPrincipal>) {
      const { userId, sessionId, username } = principal;
      await verifications.consume(principal, SensitiveOperation.PASSKEY_BIND, verificationId);
      const existing = await listPasskeys(db.query<PasskeyTables>(), userId);
      if (existing.length >= maxPasskeys) throw passkeyErrors.too_many();
      const { challenge, options } = await ceremonies.askToMake({ id: userId, username }, existing);
      return { challengeId: await binds.keep({ challenge, userId, sessionId }), options };
    },
    /** [PK2] [PK5] */
    async finishBind(challengeId: string, credential: JsonObject, name: string, call: Call<UserPrincipal>) {
      const { userId, sessionId } = call.principal;
      const bind = await binds.take(challengeId);
      if (bind?.userId !== userId || bind.sessionId !== sessionId) throw authErrors.challenge_expired();
      const passkey = await ceremonies.readNew(credential, bind.challenge, name.trim() || nameOf(call));
      const row = await db.write(async (tx) => {
        // Changes the account's row, so that those who bind at the same time count one after the other.
        await sessions.credentialsChanged(tx, userId, sessionId);
        if ((await countPasskeys(tx.query<PasskeyTables>(), userId)) >= maxPasskeys) throw passkeyErrors.too_many();
        const notice = { template: 'passkey_added', userId } as const;
        const details = { name: passkey.name };
        await audit.record(tx, call, { action: 'passkey.added', target: userId, details, notice });
        return attach(tx, userId, passkey);
      });
      return { passkey: toPasskey(row) };
    },
    /** [PK7] */
    async rename(credentialId: string, name: string, { userId }: UserPrincipal) {
      const row = await db.write((tx) => renamePasskey(tx.query<PasskeyTables>(), userId, credentialId, name));
      if (!row) throw passkeyErrors.not_found();
      return { passkey: toPasskey(row) };
    },
    /** [PK6] */
    async delete(credentialId: string, verificationId: string, call: Call<UserPrincipal>) {
      const { userId, sessionId } = call.principal;
      await verifications.consume(call.principal, SensitiveOperation.PASSKEY_DELETE, verificationId);
      await db.write(async (tx) => {
        const isDeleted = await guard.remove(tx, userId, () =>
          deletePasskey(tx.query<PasskeyTables>(), userId, credentialId),
        );
        if (!isDeleted) throw passkeyErrors.not_found();
        await sessions.credentialsChanged(tx, userId, sessionId);
        const notice = { template: 'passkey_removed', userId } as const;
        await audit.record(tx, call, { action: 'passkey.removed', target: userId, notice });
      });
      return {};
    },
  };
}

/** What a passkey is called that got no name. */
export function nameOf({ userAgent }: Pick<Call, 'userAgent'>): string {
  return deviceName(userAgent) || 'Passkey';
}

function toPasskey(row: PasskeyRow) {
  return {
    credentialId: row.credential_id,
    name: row.name,
    isSynced: row.is_synced,
    transports: row.transports,
    createdAt: timestampFromDate(row.created_at),
    ...(row.last_used_at ? { lastUsedAt: timestampFromDate(row.last_used_at) } : {}),
  };
}
