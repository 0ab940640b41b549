import { ReviewStatus } from '@matinee/contract/gen/service/client/reviews_pb.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { containsPattern } from '../../../store/queries/like-pattern.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';

/** Owns the requests to join, reads names, locks rooms. */
export interface JoinRequestTables {
  join_requests: Narrowed<Schema['join_requests'], { status: ReviewStatus }>;
  rooms: Pick<Schema['rooms'], 'id' | 'name' | 'deleted_at'>;
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name' | 'username_key' | 'avatar' | 'deleted_at'>;
}

type Db = Kysely<JoinRequestTables>;
type Row = Selectable<JoinRequestTables['join_requests']>;

/** A literal in the statement's text. With a parameter, PostgreSQL could not use the index of pending requests. */
const pending = sql.lit(ReviewStatus.PENDING);

/** Requests, except those of closed accounts, which reappear when the account is restored. */
function requests(db: Db) {
  return db
    .selectFrom('join_requests as j')
    .innerJoin('rooms', 'rooms.id', 'j.room_id')
    .innerJoin('users', 'users.id', 'j.user_id')
    .selectAll('j')
    .select(['rooms.name as room_name', 'users.username', 'users.display_name', 'users.avatar'])
    .where('rooms.deleted_at', 'is', null)
    .where('users.deleted_at', 'is', null);
}

export type JoinRequestRow = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

export function findRequest(db: Db, id: string) {
  return requests(db).where('j.id', '=', id).executeTakeFirst();
}

export function findPending(db: Db, roomId: string, userId: string): Promise<JoinRequestRow | undefined> {
  return requests(db)
    .where('j.room_id', '=', roomId)
    .where('j.user_id', '=', userId)
    .where('j.status', '=', pending)
    .executeTakeFirst();
}

/**
 * Pending requests oldest first, others newest first. An empty text means no filter. `search`: part of a username in
 * its comparison form, or of a display name.
 */
export function listRequests(
  db: Db,
  page: { readonly status: ReviewStatus; readonly roomId: string; readonly search: string } & Page,
) {
  const pattern = containsPattern(page.search);
  const found = requests(db)
    .where('j.status', '=', page.status)
    .$if(page.roomId !== '', (q) => q.where('j.room_id', '=', page.roomId))
    .$if(page.search !== '', (q) =>
      q.where((e) => e.or([e('users.username_key', 'like', pattern), e('users.display_name', 'ilike', pattern)])),
    );
  return readPage(found.orderBy('j.id', page.status === ReviewStatus.PENDING ? 'asc' : 'desc'), page);
}

export async function countPending(db: Db, roomId: string): Promise<number> {
  const { count } = await db
    .selectFrom('join_requests')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('room_id', '=', roomId)
    .where('status', '=', pending)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertRequest(
  db: Db,
  row: Pick<Row, 'id' | 'room_id' | 'user_id' | 'note' | 'created_at'>,
): Promise<void> {
  await db
    .insertInto('join_requests')
    .values({ ...row, status: ReviewStatus.PENDING })
    .execute();
}

export async function decideRequest(
  db: Db,
  id: string,
  decision: Pick<Row, 'status' | 'decided_at' | 'decided_by' | 'reason' | 'cooldown_until'>,
): Promise<void> {
  await db.updateTable('join_requests').set(decision).where('id', '=', id).execute();
}

/** Deletes pending requests. @returns their ids. */
export async function deletePending(db: Db, roomId: string, userIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .deleteFrom('join_requests')
    .where('room_id', '=', roomId)
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .where('status', '=', pending)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
