import type { Compilable, Kysely } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import type { FilmPart, SeriesMark } from './film-parts.ts';

/** Owns what is marked for series, and what rooms do by themselves about the item that plays. */
export interface SkippedPartsTables {
  series_marks: Schema['series_marks'];
  skip_plans: Narrowed<Schema['skip_plans'], { passed: readonly number[]; ahead: SkipAhead | null }>;
}

/** A skip that was announced. */
export interface SkipAhead extends Pick<FilmPart, 'kind' | 'startSeconds' | 'endSeconds'> {
  /** Server time, in milliseconds since 1970. */
  readonly atMs: number;
  /** Of the playback state to which it belongs. */
  readonly playbackVersion: number;
}

/** What a room does by itself about the item that plays. It changes under the lock of the room's playback state. */
export interface SkipPlan {
  readonly mediaId: string;
  /** Where the parts begin that were skipped or kept: the room skips each of them at most once. */
  readonly passed: readonly number[];
  readonly ahead: SkipAhead | null;
}

type Db = Kysely<SkippedPartsTables>;

/** Series of a room whose marks are kept; the ones marked longest ago go first. */
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

/** The plan for an item; an empty one where the room has none for it. */
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

/** The statement that forgets the plan of a room. */
export function deletingPlan(db: Db, roomId: string): Compilable {
  return db.deleteFrom('skip_plans').where('room_id', '=', roomId);
}
