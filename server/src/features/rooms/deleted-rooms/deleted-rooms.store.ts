import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { containsPattern } from '../../../store/queries/like-pattern.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';

/** Reads deleted rooms and their creators, and counts their members. This store owns no table. */
export interface DeletedRoomTables {
  rooms: Schema['rooms'];
  users: Pick<Schema['users'], 'id' | 'username'>;
  room_members: Pick<Schema['room_members'], 'room_id'>;
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

/** Most recently deleted first. */
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
