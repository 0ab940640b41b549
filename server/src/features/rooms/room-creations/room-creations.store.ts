import type { JsonValue } from '@bufbuild/protobuf';
import { ReviewStatus } from '@matinee/contract/gen/service/client/reviews_pb.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { containsPattern } from '../../../store/queries/like-pattern.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';

/** Owns the requests for rooms; reads their creators. */
export interface RoomCreationTables {
  room_creations: Narrowed<Schema['room_creations'], { request: JsonValue; status: ReviewStatus }>;
  users: Pick<Schema['users'], 'id' | 'username' | 'banned' | 'deleted_at'>;
}

type Db = Kysely<RoomCreationTables>;
type Row = Selectable<RoomCreationTables['room_creations']>;

function creations(db: Db) {
  return db
    .selectFrom('room_creations as c')
    .innerJoin('users', 'users.id', 'c.creator_id')
    .selectAll('c')
    .select(['users.username', sql<boolean>`users.banned or users.deleted_at is not null`.as('is_inactive')]);
}

export type RoomCreationRow = Awaited<ReturnType<typeof listOwn>>[number];

/** Pending requests oldest first, others newest first. */
export function listCreations(db: Db, page: { readonly status: ReviewStatus; readonly search: string } & Page) {
  const pattern = containsPattern(page.search);
  const found = creations(db)
    .where('c.status', '=', page.status)
    .$if(page.search !== '', (q) =>
      q.where((e) => e.or([e('c.name', 'ilike', pattern), e('users.username', 'ilike', pattern)])),
    );
  return readPage(found.orderBy('c.id', page.status === ReviewStatus.PENDING ? 'asc' : 'desc'), page);
}

/** The pending requests of a user, newest first. */
export function listOwn(db: Db, creatorId: string) {
  return creations(db)
    .where('c.creator_id', '=', creatorId)
    .where('c.status', '=', ReviewStatus.PENDING)
    .orderBy('c.id', 'desc')
    .execute();
}

export async function countPending(db: Db, creatorId: string): Promise<number> {
  const { count } = await db
    .selectFrom('room_creations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('creator_id', '=', creatorId)
    .where('status', '=', ReviewStatus.PENDING)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether any request is pending, from any user. */
export async function hasPending(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('room_creations')
    .select('id')
    .where('status', '=', ReviewStatus.PENDING)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertCreation(
  db: Db,
  row: Omit<Row, 'request' | 'status' | 'decided_at' | 'decided_by' | 'reason'> & { request: JsonValue },
): Promise<void> {
  await db
    .insertInto('room_creations')
    .values({ ...row, request: JSON.stringify(row.request), status: ReviewStatus.PENDING })
    .execute();
}

export function findCreation(db: Db, id: string): Promise<RoomCreationRow | undefined> {
  return creations(db).where('c.id', '=', id).executeTakeFirst();
}

/** Locks a request. If two administrators decide at the same time, the second one sees the first one's decision. */
export async function lockCreation(db: Db, id: string): Promise<RoomCreationRow | undefined> {
  await db.selectFrom('room_creations').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return findCreation(db, id);
}

export async function decideCreation(
  db: Db,
  id: string,
  decision: Pick<Row, 'status' | 'decided_at' | 'decided_by' | 'reason'>,
): Promise<void> {
  await db
    .updateTable('room_creations')
    .set({ ...decision, password_record: null })
    .where('id', '=', id)
    .execute();
}

export async function deleteCreation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('room_creations').where('id', '=', id).execute();
}
