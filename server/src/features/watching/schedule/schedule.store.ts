import type { Kysely, Selectable } from 'kysely';
import { dateOf } from '../../../kernel/clock.ts';
import { enterGate } from '../../../store/gate.ts';
import type { Schema } from '../../../store/gen/schema.ts';

/** Owns schedules. */
export type ScheduleTables = Pick<Schema, 'schedules'>;

export type ScheduleRow = Selectable<ScheduleTables['schedules']>;

type Db = Kysely<ScheduleTables>;

/** A schedule that was not cancelled. */
export type ScheduledRow = ScheduleRow & { starts_at: Date };

/** A room's row, even if its start is past or cancelled. */
export function findRow(db: Db, roomId: string): Promise<ScheduleRow | undefined> {
  return db.selectFrom('schedules').selectAll().where('room_id', '=', roomId).executeTakeFirst();
}

/** As `findRow`. Keeps other transactions from changing the row or deleting the room until this one ends. */
export async function lockRow(db: Db, roomId: string): Promise<ScheduleRow | undefined> {
  await enterGate(db, roomId);
  return db.selectFrom('schedules').selectAll().where('room_id', '=', roomId).forNoKeyUpdate().executeTakeFirst();
}

/** Starts of these rooms after `nowMs`. */
export async function listAhead(db: Db, roomIds: readonly string[], nowMs: number): Promise<ScheduledRow[]> {
  if (roomIds.length === 0) return [];
  return db
    .selectFrom('schedules')
    .selectAll()
    .where('room_id', 'in', roomIds)
    .where('starts_at', '>', dateOf(nowMs))
    .$narrowType<{ starts_at: Date }>()
    .execute();
}

/** Film starts between two moments that no replica has settled. */
export async function listUnsettled(db: Db, fromMs: number, toMs: number): Promise<ScheduledRow[]> {
  return db
    .selectFrom('schedules')
    .selectAll()
    .where('starts_film', '=', true)
    .where('is_settled', '=', false)
    .where('starts_at', '>', dateOf(fromMs))
    .where('starts_at', '<=', dateOf(toMs))
    .$narrowType<{ starts_at: Date }>()
    .execute();
}

/** Writes the row with the next version, as not settled. */
export function putRow(
  db: Db,
  row: Omit<ScheduleRow, 'is_settled' | 'version' | 'answers_version'>,
): Promise<ScheduleRow> {
  const { room_id, ...changed } = row;
  return db
    .insertInto('schedules')
    .values({ room_id, ...changed, is_settled: false, version: 1 })
    .onConflict((conflict) =>
      conflict.column('room_id').doUpdateSet((e) => ({
        ...changed,
        is_settled: false,
        version: e('schedules.version', '+', 1),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Marks the start of this version as settled. False if the start has changed, or another replica was first. */
export async function settle(db: Db, roomId: string, version: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('schedules')
    .set({ is_settled: true })
    .where('room_id', '=', roomId)
    .where('version', '=', version)
    .where('is_settled', '=', false)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
