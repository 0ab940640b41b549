import { AccountSort, AccountStatus } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { containsPattern } from '../../../store/queries/like-pattern.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';
import type { UserRow } from '../../accounts/users/users.port.ts';

/** Accounts as administrators list them. This store owns no table. */
interface AccountTables extends Pick<Schema, 'users'> {
  user_emails: Pick<Schema['user_emails'], 'user_id' | 'address' | 'key'>;
  rooms: Pick<Schema['rooms'], 'id' | 'creator_id' | 'deleted_at'>;
  sessions: Pick<Schema['sessions'], 'id' | 'user_id' | 'credential_version' | 'last_used_at' | 'revoked_at'>;
}

type Db = Kysely<AccountTables>;

/** An account, with the additional columns for administrators. */
export type AccountRow = UserRow & {
  room_count: number;
  session_count: number;
  last_seen_at: Date | null;
  email: string | null;
};

/** A filter for accounts. Empty or 0: any. Status 0: all except deleted ones. */
export interface AccountFilter {
  /** Part of a username in its comparison form, part of an address in lower case, or an id. */
  readonly search: string;
  readonly role: UserRole;
  readonly status: AccountStatus;
}

function accounts(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('user_emails', 'user_emails.user_id', 'users.id')
    .selectAll('users')
    .select('user_emails.address as email')
    .select((e) => {
      const live = e
        .selectFrom('sessions')
        .whereRef('user_id', '=', 'users.id')
        .where('revoked_at', 'is', null)
        .whereRef('sessions.credential_version', '=', 'users.credential_version');
      return [
        e
          .selectFrom('rooms')
          .select(sql<number>`count(*)::int`.as('n'))
          .whereRef('creator_id', '=', 'users.id')
          .where('rooms.deleted_at', 'is', null)
          .as('room_count'),
        live.select(sql<number>`count(*)::int`.as('n')).as('session_count'),
        live.select((s) => s.fn.max('last_used_at').as('at')).as('last_seen_at'),
      ];
    })
    .where('users.erased_at', 'is', null)
    .$castTo<AccountRow>();
}

export function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return accounts(db).where('users.id', '=', id).executeTakeFirst();
}

export function listAdministrators(db: Db): Promise<AccountRow[]> {
  return accounts(db)
    .where('role', '>', UserRole.USER)
    .where('deleted_at', 'is', null)
    .orderBy('role', 'desc')
    .orderBy('username_key')
    .execute();
}

const orders: Record<AccountSort, ReturnType<typeof sql>> = {
  [AccountSort.UNSPECIFIED]: sql`users.created_at desc`,
  [AccountSort.NEWEST]: sql`users.created_at desc`,
  [AccountSort.OLDEST]: sql`users.created_at asc`,
  [AccountSort.USERNAME]: sql`lower(users.username) asc`,
  [AccountSort.ROOMS]: sql`room_count desc`,
};

export function listAccounts(db: Db, { search, role, status }: AccountFilter, page: { sort: AccountSort } & Page) {
  const pattern = containsPattern(search);
  const isDeleted = status === AccountStatus.DELETED;
  const filtered = accounts(db)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
    .$if(search !== '', (q) =>
      q.where((e) =>
        e.or([
          e('users.id', '=', search),
          e(sql<string>`coalesce(users.username_key, lower(users.username))`, 'like', pattern),
          e('user_emails.key', 'like', pattern),
        ]),
      ),
    )
    .$if(role !== 0, (q) => q.where('role', '=', role))
    .$if(status === AccountStatus.BANNED, (q) => q.where('banned', '=', true))
    .$if(status === AccountStatus.ACTIVE, (q) => q.where('banned', '=', false));
  return readPage(filtered.orderBy(orders[page.sort]).orderBy('users.id', 'desc'), page);
}

/** Ids greater than `afterId` of deleted accounts that can no longer be restored. */
export async function listErasable(db: Db, deletedBefore: Date, afterId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', '<', deletedBefore)
    .where('erased_at', 'is', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
