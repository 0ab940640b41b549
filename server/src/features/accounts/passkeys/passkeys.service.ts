import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import type { Database } from '../../../store/database.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { FactorGuard, Verifications } from '../mfa/mfa.port.ts';
import { deviceName } from '../sessions/device-name.ts';
import type { Sessions } from '../sessions/sessions.port.ts';
import { passkeyErrors } from './passkeys.errors.ts';
import { deletePasskey, listPasskeys, type PasskeyRow, type PasskeyTables, renamePasskey } from './passkeys.store.ts';

interface Parts {
  readonly db: Database;
  readonly sessions: Sessions;
  readonly verifications: Verifications;
  readonly guard: FactorGuard;
  readonly audit: Audit;
}

/** The passkeys of an account, for its owner. */
export function makePasskeys({ db, sessions, verifications, guard, audit }: Parts) {
  return {
    /** [PK7] */
    async list({ userId }: UserPrincipal) {
      return { passkeys: (await listPasskeys(db.query<PasskeyTables>(), userId)).map(toPasskey) };
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
      await verifications.require(call.principal, SensitiveOperation.PASSKEY_DELETE, verificationId);
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

/** Default name of a passkey. */
export function nameOf({ userAgent }: Pick<Call, 'userAgent'>): string {
  return deviceName(userAgent) || 'Passkey';
}

export function toPasskey(row: PasskeyRow) {
  return {
    credentialId: row.credential_id,
    name: row.name,
    isSynced: row.is_synced,
    transports: row.transports,
    createdAt: timestampFromDate(row.created_at),
    ...(row.last_used_at ? { lastUsedAt: timestampFromDate(row.last_used_at) } : {}),
  };
}
