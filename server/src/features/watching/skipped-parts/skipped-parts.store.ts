import type { Compilable, Kysely } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import type { FilmPart, SeriesMark } from './film-parts.ts';

/** Owns the marks of series, and the skip plans of rooms for their current items. */
export interface SkippedPartsTables {
  series_marks: Schema['series_marks'];
  skip_plans: Narrowed<Schema['skip_plans'], { passed: readonly number[]; ahead: SkipAhead | null }>;
}

/** An announced skip. */
export interface SkipAhead extends Pick<FilmPart, 'kind' | 'startSeconds' | 'endSeconds'> {
  /** Server time, in milliseconds since 1970. */
  readonly atMs: number;
  /** The version of the playback state that the skip belongs to. */
  readonly playbackVersion: number;
}

/** A room's plan for skipping parts of the current item. It changes under the lock of the room's playback state. */
export interface SkipPlan {
  readonly mediaId: string;
  /** Start positions of the parts that were skipped or kept: the room skips each part at most once. */
  readonly passed: readonly number[];
  readonly ahead: SkipAhead | null;
}

type Db = Kysely<SkippedPartsTables>;

/** Most series with marks in a room; the ones marked longest ago are deleted first. */
const mostSeries = 300;

export async function listMarks(db: Db, roomId: string, series: string): Promise<SeriesMark[]> {
  const rows = await db
    .selectFrom('series_marks')
    .select(['kind', 'start_seconds', 'end_seconds'])
    .where('room_id', '=', roomId)
    .where('series', '=', series)
    .execute();
  return rows.map((row) => ({ kind: row.kind, startSeconds: row.start_seconds, endSeconds: row.end_seconds }));
}

export async function putMark(db: Db, roomId: string, series: string, mark: SeriesMark, markedAt: Date): Promise<void> {
  const columns = { start_seconds: mark.startSeconds, end_seconds: mark.endSeconds, marked_at: markedAt };
  await db
    .insertInto('series_marks')
    .values({ room_id: roomId, series, kind: mark.kind, ...columns })
    .onConflict((conflict) => conflict.columns(['room_id', 'series', 'kind']).doUpdateSet(columns))
    .execute();
  const kept = db
    .selectFrom('series_marks')
    .select('series')
    .where('room_id', '=', roomId)
    .groupBy('series')
    .orderBy((e) => e.fn.max('marked_at'), 'desc')
    .limit(mostSeries);
  await db.deleteFrom('series_marks').where('room_id', '=', roomId).where('series', 'not in', kept).execute();
}

export async function deleteMark(db: Db, roomId: string, series: string, kind: SeriesMark['kind']): Promise<void> {
  await db
    .deleteFrom('series_marks')
    .where('room_id', '=', roomId)
    .where('series', '=', series)
    .where('kind', '=', kind)
    .execute();
}

/** The plan for an item; empty if the room has none for it. */
export async function findPlan(db: Db, roomId: string, mediaId: string): Promise<SkipPlan> {
  const row = await db
    .selectFrom('skip_plans')
    .select(['passed', 'ahead'])
    .where('room_id', '=', roomId)
    .where('media_id', '=', mediaId)
    .executeTakeFirst();
  return { mediaId, passed: row?.passed ?? [], ahead: row?.ahead ?? null };
}

export async function putPlan(db: Db, roomId: string, { mediaId, passed, ahead }: SkipPlan): Promise<void> {
  const columns = {
    media_id: mediaId,
    passed: JSON.stringify(passed),
    ahead: ahead === null ? null : JSON.stringify(ahead),
  };
  await db
    .insertInto('skip_plans')
    .values({ room_id: roomId, ...columns })
    .onConflict((conflict) => conflict.column('room_id').doUpdateSet(columns))
    .execute();
}

/** The statement that deletes the plan of a room. */
export function deletingPlan(db: Db, roomId: string): Compilable {
  return db.deleteFrom('skip_plans').where('room_id', '=', roomId);
}
