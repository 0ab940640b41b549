import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** Owns the votes on skipping. */
export type SkipVotesTables = Pick<Schema, 'skip_votes'>;

type Db = Kysely<SkipVotesTables>;

/** Ids of the users who voted to skip an item. */
export async function listVoters(db: Db, roomId: string, mediaId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('skip_votes')
    .select('user_id')
    .where('room_id', '=', roomId)
    .where('media_id', '=', mediaId)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Stores votes of these users for an item, in place of earlier ones. */
export async function addVotes(db: Db, roomId: string, mediaId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .insertInto('skip_votes')
    .values(userIds.map((user_id) => ({ room_id: roomId, user_id, media_id: mediaId })))
    .onConflict((conflict) =>
      conflict.columns(['room_id', 'user_id']).doUpdateSet({ media_id: sql`excluded.media_id` }),
    )
    .execute();
}

export async function deleteVotes(db: Db, roomId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await db.deleteFrom('skip_votes').where('room_id', '=', roomId).where('user_id', 'in', userIds).execute();
}

/** The statement that deletes all votes of a room. */
export function deletingAll(db: Db, roomId: string) {
  return db.deleteFrom('skip_votes').where('room_id', '=', roomId);
}
