import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { containsPattern } from '../../../store/queries/like-pattern.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';

/** Reads and restores deleted rooms, and deletes their events; reads their creators and counts their members. */
export interface DeletedRoomTables {
  rooms: Schema['rooms'];
  users: Pick<Schema['users'], 'id' | 'username'>;
  room_members: Pick<Schema['room_members'], 'room_id'>;
  outbox: Pick<Schema['outbox'], 'topic' | 'sequence'>;
}

type Db = Kysely<DeletedRoomTables>;

function deletedRooms(db: Db) {
  return db
    .selectFrom('rooms')
    .innerJoin('users as creator', 'creator.id', 'rooms.creator_id')
    .select([
      'rooms.id',
      'rooms.name',
      'rooms.creator_id',
      'rooms.created_at',
      'rooms.deleted_by_administrator',
      'rooms.cover',
      'creator.username as creator_username',
    ])
    .select((e) => [
      e.ref('rooms.deleted_at').$notNull().as('deleted_at'),
      sql<number>`(select count(*)::int from room_members where room_id = rooms.id)`.as('member_count'),
    ])
    .where('rooms.deleted_at', 'is not', null);
}

export type DeletedRoomRow = Awaited<ReturnType<typeof listDeleted>>['rows'][number];

/** Filter for deleted rooms; an empty text means any. */
export interface DeletedRoomFilter {
  readonly search: string;
  /** Only rooms that this creator deleted. */
  readonly deletedBy: string | undefined;
  readonly after: Date;
}

/** The rooms deleted last come first. */
export function listDeleted(db: Db, { search, deletedBy, after }: DeletedRoomFilter, page: Page) {
  const pattern = containsPattern(search);
  const found = deletedRooms(db)
    .where('rooms.deleted_at', '>', after)
    .$if(search !== '', (q) =>
      q.where((e) =>
        e.or([e('rooms.id', '=', search), e('rooms.name', 'ilike', pattern), e('creator.username', 'ilike', pattern)]),
      ),
    )
    .$if(deletedBy !== undefined, (q) =>
      q.where('rooms.creator_id', '=', deletedBy!).where('rooms.deleted_by_administrator', '=', false),
    );
  return readPage(found.orderBy('rooms.deleted_at', 'desc').orderBy('rooms.id'), page);
}

export interface DeletedRoom {
  readonly name: string;
  readonly creator_id: string;
  readonly deleted_at: Date;
  readonly deleted_by_administrator: boolean;
}

/** `lock`: no other transaction changes the room until this one ends. */
export function findDeleted(db: Db, roomId: string, lock: 'lock' | 'look'): Promise<DeletedRoom | undefined> {
  return db
    .selectFrom('rooms')
    .select(['name', 'creator_id', 'deleted_by_administrator'])
    .select((e) => e.ref('deleted_at').$notNull().as('deleted_at'))
    .where('id', '=', roomId)
    .where('deleted_at', 'is not', null)
    .$if(lock === 'lock', (q) => q.forNoKeyUpdate())
    .executeTakeFirst();
}

export async function restore(db: Db, roomId: string): Promise<void> {
  await db
    .updateTable('rooms')
    .set({ deleted_at: null, deleted_by_administrator: false })
    .where('id', '=', roomId)
    .execute();
}

/** Ends the time for a restore. */
export async function expire(db: Db, roomId: string, at: Date): Promise<void> {
  await db.updateTable('rooms').set({ deleted_at: at }).where('id', '=', roomId).execute();
}

/** Deletes stored events of a room. @returns how many, `limit` at most. */
export async function deleteEvents(db: Db, roomId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where('topic', '=', roomId)
    .where('sequence', 'in', (q) =>
      q.selectFrom('outbox').select('sequence').where('topic', '=', roomId).orderBy('sequence').limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ids of rooms that can no longer be restored. */
export async function listSpent(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('rooms')
    .select('id')
    .where('deleted_at', '<=', before)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
