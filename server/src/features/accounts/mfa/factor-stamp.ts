import { createHash } from 'node:crypto';
import type { Reader } from '../../../store/database.ts';
import type { Users } from '../users/users.port.ts';
import { findTotp, isTwoFactorEnabled, type MfaTables } from './mfa.store.ts';

/** A text that changes whenever the account's password, authenticator app or two-factor switch changes. [MF31] */
export type FactorStamp = (reader: Reader, userId: string) => Promise<string>;

export function makeFactorStamp(users: Pick<Users, 'find'>): FactorStamp {
  return async (reader, userId) => {
    const tables = reader.query<MfaTables>();
    const user = await users.find(userId, reader);
    const app = await findTotp(tables, userId);
    const isOn = await isTwoFactorEnabled(tables, userId);
    const facts = [user?.password_record ?? null, app?.secret ?? null, isOn];
    return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
  };
}
