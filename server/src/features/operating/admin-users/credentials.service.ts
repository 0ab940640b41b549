import type {
  CreateUserRequest,
  SetUserPasswordRequest,
  UpdateUserUsernameRequest,
} from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { parseEmailAddress } from '../../../kernel/email-address.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Database } from '../../../store/database.ts';
import type { AccountPasswords } from '../../accounts/passwords/passwords.port.ts';
import { type Users, userErrors } from '../../accounts/users/users.port.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { emailErrors } from '../../record/email-addresses/email-addresses.errors.ts';
import type { EmailAddresses } from '../../record/email-addresses/email-addresses.port.ts';
import type { Members } from '../../rooms/members/members.port.ts';
import type { AdminCall, LockAccount } from './account-lock.ts';
import type { Accounts } from './accounts.ts';
import { mayGive } from './rank.ts';
import { nameOfRole } from './roles.service.ts';

export interface CredentialParts {
  readonly db: Database;
  readonly ids: Ids;
  readonly users: Users;
  readonly members: Pick<Members, 'tellChanged'>;
  readonly passwords: AccountPasswords;
  readonly addresses: Pick<EmailAddresses, 'adopt'>;
  readonly audit: Audit;
  readonly accounts: Accounts;
  readonly lock: LockAccount;
}

/** Lets administrators create accounts, change usernames and passwords, and remove pictures. */
export function makeCredentials(parts: CredentialParts) {
  const { db, ids, users, members, passwords, addresses, audit, accounts, lock } = parts;
  return {
    /** [AM3] */
    async create({ username, password, role, email }: CreateUserRequest, call: AdminCall) {
      const given = role || UserRole.USER;
      if (!mayGive(call.principal, given)) throw userErrors.role_too_high();
      if (email !== undefined && !parseEmailAddress(email)) throw emailErrors.invalid_address();
      const id = ids.make('usr');
      const record = await passwords.makeRecord(id, password);
      return db.write(async (tx) => {
        if (!(await users.create(tx, { id, username, role: given }))) throw userErrors.username_taken();
        await users.setPasswordRecord(tx, id, record);
        if (email !== undefined && !(await addresses.adopt(tx, id, email))) throw emailErrors.address_taken();
        const details = { username, role: nameOfRole(given) };
        await audit.record(tx, call, { action: 'user.created', target: id, details });
        return accounts.get(id, tx);
      });
    },
    /** [AM8] */
    async setPassword({ userId, password }: SetUserPasswordRequest, call: AdminCall) {
      const record = await passwords.makeRecord(userId, password);
      return db.write(async (tx) => {
        const { row } = await lock(tx, call, userId);
        await passwords.set(tx, userId, record);
        const details = { username: row.username };
        const notice = { template: 'password_changed', userId } as const;
        await audit.record(tx, call, { action: 'user.password_set', target: userId, details, notice });
        return accounts.get(userId, tx);
      });
    },
    updateUsername: ({ userId, username }: UpdateUserUsernameRequest, call: AdminCall) =>
      db.write(async (tx) => {
        const { row } = await lock(tx, call, userId, { self: 'byRank' });
        await users.rename(tx, userId, username);
        const details = { from: row.username, to: username };
        await audit.record(tx, call, { action: 'user.renamed', target: userId, details });
        return accounts.get(userId, tx);
      }),
    /** [AM12] */
    clearAvatar: (userId: string, call: AdminCall) =>
      db.write(async (tx) => {
        const { row } = await lock(tx, call, userId, { self: 'always' });
        if (row.avatar !== null) {
          await users.showAvatar(tx, userId, async () => null);
          await members.tellChanged(tx, userId);
          const details = { username: row.username };
          await audit.record(tx, call, { action: 'user.avatar_cleared', target: userId, details });
        }
        return accounts.get(userId, tx);
      }),
  };
}
