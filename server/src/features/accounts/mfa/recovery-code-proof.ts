import type { Database, Tx } from '../../../store/database.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { MfaProvider } from './mfa.port.ts';
import { countRecoveryCodes, type MfaTables, replaceRecoveryCodes, takeRecoveryCode } from './mfa.store.ts';
import type { RecoveryCodes } from './recovery-codes.ts';

interface Parts {
  readonly db: Database;
  readonly audit: Audit;
  readonly recoveryCodes: RecoveryCodes;
}

/** Lets a recovery code replace an authenticator app that is unavailable. */
export function makeRecoveryCodeProof({ db, audit, recoveryCodes }: Parts): MfaProvider<'recovery_code'> {
  return {
    method: 'recovery_code',
    isAvailable: async (reader, userId) => (await countRecoveryCodes(reader.query<MfaTables>(), userId)) > 0,
    /** [MF12] */
    verify: ({ user, call }, typed) =>
      db.write(async (tx) => {
        const hash = recoveryCodes.hash(user.id, typed);
        if (!hash || !(await takeRecoveryCode(tx.query<MfaTables>(), user.id, hash))) return false;
        await audit.record(tx, call, { action: 'mfa.recovery_code_used', target: user.id });
        return true;
      }),
  };
}

/** Replaces the set of codes with a new one. The codes are readable only in this result. */
export async function issueRecoveryCodes(tx: Tx, recoveryCodes: RecoveryCodes, userId: string): Promise<string[]> {
  const codes = recoveryCodes.make();
  const hashes = codes.map((code) => recoveryCodes.hash(userId, code)!);
  await replaceRecoveryCodes(tx.query<MfaTables>(), userId, hashes);
  return codes;
}
