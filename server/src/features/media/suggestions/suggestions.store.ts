import type { JsonValue } from '@bufbuild/protobuf';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';

/** Owns suggestions. Reads their authors, and whether their accounts still exist. */
export interface SuggestionsTables extends Pick<Schema, 'users' | 'room_members'> {
  suggestions: Narrowed<Schema['suggestions'], { source: JsonValue }>;
}

export type SuggestionRow = Selectable<SuggestionsTables['suggestions']>;
type Db = Kysely<SuggestionsTables>;

/** A suggestion, and the names of its author. */
export interface ListedSuggestion extends SuggestionRow {
  readonly username: string;
  readonly display_name: string;
}

/** Oldest first. */
export function listSuggestions(db: Db, roomId: string): Promise<ListedSuggestion[]> {
  return db
    .selectFrom('suggestions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .selectAll('s')
    .select(['u.username', 'u.display_name'])
    .where('s.room_id', '=', roomId)
    .orderBy('s.id')
    .execute();
}

/** Number of waiting suggestions in a room, and how many of them are one person's. */
export function countWaiting(db: Db, roomId: string, userId: string) {
  return db
    .selectFrom('suggestions')
    .select(sql<number>`count(*)::int`.as('all'))
    .select(sql<number>`(count(*) filter (where user_id = ${userId}))::int`.as('own'))
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
}

export async function insertSuggestion(db: Db, row: Insertable<SuggestionsTables['suggestions']>): Promise<void> {
  await db.insertInto('suggestions').values(row).execute();
}

/** The waiting suggestions, locked against removal until the transaction ends. */
export function lockSuggestions(db: Db, roomId: string): Promise<Pick<SuggestionRow, 'id'>[]> {
  return db
    .selectFrom('suggestions')
    .select('id')
    .where('room_id', '=', roomId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Removes a suggestion from the list. Of several concurrent callers, one gets it. */
export function removeSuggestion(db: Db, roomId: string, id: string): Promise<SuggestionRow | undefined> {
  return db
    .deleteFrom('suggestions')
    .where('room_id', '=', roomId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes suggestions of these people who are banned or have left the room. */
export function deleteOfAbsent(
  db: Db,
  userIds: readonly string[],
  roomId: string | undefined,
): Promise<Pick<SuggestionRow, 'id' | 'room_id'>[]> {
  return db
    .deleteFrom('suggestions as s')
    .where('s.user_id', '=', sql<string>`any(${userIds})`)
    .$if(roomId !== undefined, (q) => q.where('s.room_id', '=', roomId!))
    .where(({ exists, not, or, selectFrom }) =>
      or([
        not(
          exists(
            selectFrom('room_members as m')
              .select('m.user_id')
              .whereRef('m.room_id', '=', 's.room_id')
              .whereRef('m.user_id', '=', 's.user_id'),
          ),
        ),
        exists(
          selectFrom('users as u')
            .select('u.id')
            .whereRef('u.id', '=', 's.user_id')
            .where(({ or: either, eb }) => either([eb('u.banned', '=', true), eb('u.deleted_at', 'is not', null)])),
        ),
      ]),
    )
    .returning(['s.id', 's.room_id'])
    .execute();
}
