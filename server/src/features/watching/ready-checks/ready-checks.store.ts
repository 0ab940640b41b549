import type { Compilable, Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import type { ReadyCheck } from './ready-check.ts';

/** Owns the checks of rooms. They change under the lock of the room's playback state. */
export interface ReadyCheckTables {
  ready_checks: Narrowed<Schema['ready_checks'], { people: ReadyCheck['people'] }>;
}

type Db = Kysely<ReadyCheckTables>;

/** The check of a room, even an expired one. */
export async function findCheck(db: Db, roomId: string): Promise<ReadyCheck | undefined> {
  const row = await db.selectFrom('ready_checks').selectAll().where('room_id', '=', roomId).executeTakeFirst();
  return row && toCheck(row);
}

/** The rooms that have a check, and when each ends. */
export async function listChecks(db: Db): Promise<readonly { readonly roomId: string; readonly endsAtMs: number }[]> {
  const rows = await db.selectFrom('ready_checks').select(['room_id', 'ends_at_ms']).execute();
  return rows.map(({ room_id: roomId, ends_at_ms: endsAtMs }) => ({ roomId, endsAtMs }));
}

/** Stores the check of a room, in place of an earlier one. */
export function puttingCheck(db: Db, roomId: string, check: ReadyCheck): Compilable {
  const columns = {
    id: check.id,
    starter_id: check.starterId,
    starter_name: check.starterName,
    media_id: check.mediaId,
    ends_at_ms: check.endsAtMs,
    people: JSON.stringify(check.people),
  };
  return db
    .insertInto('ready_checks')
    .values({ room_id: roomId, ...columns })
    .onConflict((conflict) => conflict.column('room_id').doUpdateSet(columns));
}

export function deletingCheck(db: Db, roomId: string): Compilable {
  return db.deleteFrom('ready_checks').where('room_id', '=', roomId);
}

function toCheck(row: Selectable<ReadyCheckTables['ready_checks']>): ReadyCheck {
  return {
    id: row.id,
    mediaId: row.media_id,
    starterId: row.starter_id,
    starterName: row.starter_name,
    endsAtMs: row.ends_at_ms,
    people: row.people,
  };
}
