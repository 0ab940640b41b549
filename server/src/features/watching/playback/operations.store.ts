import { type Compilable, type Kysely, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import type { Timeline } from './timeline.ts';

/** How long a command is remembered after it was applied, in milliseconds. */
export const rememberedMs = 10 * 60_000;

/** A command with the id that its sender gave it. A sender who gets no answer retries with the same id. */
export interface Operation {
  readonly userId: string;
  readonly operationId: string;
}

/** An operation with the state that answered it. */
export interface AppliedOperation extends Operation {
  readonly appliedAtMs: number;
  readonly timeline: Timeline;
}

export interface OperationTables {
  playback_operations: Narrowed<Schema['playback_operations'], { timeline: Timeline }>;
}

type Db = Kysely<OperationTables>;

/** The operations among these that the room has applied after `sinceMs`. */
export async function findApplied(
  db: Db,
  roomId: string,
  operations: readonly Operation[],
  sinceMs: number,
): Promise<AppliedOperation[]> {
  if (operations.length === 0) return [];
  const userIds = operations.map(({ userId }) => userId);
  const operationIds = operations.map(({ operationId }) => operationId);
  const rows = await db
    .selectFrom('playback_operations')
    .innerJoin(
      sql<{ user_id: string; id: string }>`unnest(${userIds}::text[], ${operationIds}::text[])`.as<'o'>(
        sql`o (user_id, id)`,
      ),
      (join) =>
        join
          .onRef('o.user_id', '=', 'playback_operations.user_id')
          .onRef('o.id', '=', 'playback_operations.operation_id'),
    )
    .selectAll('playback_operations')
    .where('room_id', '=', roomId)
    .where('applied_at_ms', '>', sinceMs)
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    operationId: row.operation_id,
    appliedAtMs: row.applied_at_ms,
    timeline: row.timeline,
  }));
}

/** Stores operations, in place of expired ones with the same id. */
export function keepingApplied(db: Db, roomId: string, operations: readonly AppliedOperation[]): Compilable {
  const rows = operations.map(({ userId, operationId, appliedAtMs, timeline }) => ({
    room_id: roomId,
    user_id: userId,
    operation_id: operationId,
    applied_at_ms: appliedAtMs,
    timeline: JSON.stringify(timeline),
  }));
  return db
    .insertInto('playback_operations')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['room_id', 'user_id', 'operation_id']).doUpdateSet((e) => ({
        applied_at_ms: e.ref('excluded.applied_at_ms'),
        timeline: e.ref('excluded.timeline'),
      })),
    );
}

export async function deleteApplied(db: Db, untilMs: number): Promise<void> {
  await db.deleteFrom('playback_operations').where('applied_at_ms', '<=', untilMs).execute();
}
