import { RoomStatus } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import { type ExpressionBuilder, type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { dateOf } from '../../../kernel/clock.ts';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import type { Advice } from './air/advice.ts';
import type { PullNotice } from './air/pull-notice.ts';
import type { StreamNews } from './air/stream-news.ts';

/** Owns keys and streams on the air; reads names, and whether they are recorded. */
export interface StreamTables extends Pick<Schema, 'publish_keys' | 'users' | 'rooms' | 'media'> {
  recordings: Narrowed<Schema['recordings'], Pick<ShownRecording, 'state' | 'fault'>>;
  live_streams: Narrowed<Schema['live_streams'], { advice: readonly Advice[]; pull: PullNotice | null }>;
}

export type KeyRow = Selectable<StreamTables['publish_keys']>;
export type StreamRow = Selectable<StreamTables['live_streams']>;
export type NamedStreamRow = StreamRow & { readonly publisher_name: string; readonly recording: ShownRecording | null };

/** What a room is told of a recording. */
export interface ShownRecording {
  readonly state: 'waiting' | 'recording' | 'stopping' | 'saving' | 'ended';
  readonly fault: 'room_full' | 'disk' | 'too_long' | 'codec' | 'switched_off' | 'not_saved' | null;
  /** A text where it was read as a part of JSON. */
  readonly started_at: Date | string | null;
}

type Db = Kysely<StreamTables>;

/** Whether the room is active: open to its members, not to its creator alone. */
export async function isRoomOpen(db: Db, roomId: string): Promise<boolean> {
  const room = db.selectFrom('rooms').select('id').where('id', '=', roomId).where('status', '=', RoomStatus.ACTIVE);
  return (await room.executeTakeFirst()) !== undefined;
}

/** Stores a key. It replaces an earlier key of its item. */
export async function putKey(db: Db, row: KeyRow): Promise<void> {
  const { media_id, ...rest } = row;
  await db
    .insertInto('publish_keys')
    .values({ media_id, ...rest })
    .onConflict((conflict) => conflict.column('media_id').doUpdateSet(rest))
    .execute();
}

export function findKeyByDigest(db: Db, digest: Buffer): Promise<KeyRow | undefined> {
  return db.selectFrom('publish_keys').selectAll().where('digest', '=', digest).executeTakeFirst();
}

export function findKey(db: Db, mediaId: string): Promise<KeyRow | undefined> {
  return db.selectFrom('publish_keys').selectAll().where('media_id', '=', mediaId).executeTakeFirst();
}

export async function deleteKey(db: Db, mediaId: string): Promise<void> {
  await db.deleteFrom('publish_keys').where('media_id', '=', mediaId).execute();
}

/** Uses a key; a single-use key is deleted. False if it was used, replaced, or has expired meanwhile. */
export async function useKey(db: Db, { digest, is_single_use }: KeyRow, nowMs: number): Promise<boolean> {
  const key = is_single_use
    ? db.deleteFrom('publish_keys').where('digest', '=', digest).where(isUnended(nowMs)).returning('digest')
    : db.selectFrom('publish_keys').select('digest').where('digest', '=', digest).where(isUnended(nowMs)).forKeyShare();
  return (await key.executeTakeFirst()) !== undefined;
}

function isUnended(nowMs: number) {
  return (e: ExpressionBuilder<StreamTables, 'publish_keys'>) =>
    e.or([e('expires_at', 'is', null), e('expires_at', '>', dateOf(nowMs))]);
}

/** Whose place another stream may have. */
export interface FreePlace {
  /** One whose last beat is older than this. */
  readonly overdueMs: number;
  /** One of this process that is silent. */
  readonly replaces: string | undefined;
  /** Any other one, unless it has itself taken a place over since then. Undefined: none. */
  readonly takesOverSinceMs: number | undefined;
}

/** Puts a stream on the air for an item. Undefined: another stream has its place. [LS4] [LS67] */
export async function takePlace(
  db: Db,
  row: Insertable<StreamTables['live_streams']>,
  { overdueMs, replaces, takesOverSinceMs }: FreePlace,
): Promise<{ readonly took_over_at: Date | null } | undefined> {
  const { media_id, ...rest } = row;
  const isFree = (e: ExpressionBuilder<StreamTables, 'live_streams'>) =>
    e.or([e('live_streams.beat_at', '<', dateOf(overdueMs)), e('live_streams.generation_id', '=', replaces ?? '')]);
  return db
    .insertInto('live_streams')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('media_id')
        .doUpdateSet((e) => ({
          ...rest,
          took_over_at: e
            .case()
            .when(isFree(e))
            .then(null)
            .else(e.cast<Date>(e.val(rest.started_at), 'timestamptz'))
            .end(),
        }))
        .where((e) =>
          takesOverSinceMs === undefined
            ? isFree(e)
            : e.or([
                isFree(e),
                e('live_streams.took_over_at', 'is', null),
                e('live_streams.took_over_at', '<', dateOf(takesOverSinceMs)),
              ]),
        ),
    )
    .returning('took_over_at')
    .executeTakeFirst();
}

function named(db: Db) {
  return db
    .selectFrom('live_streams')
    .innerJoin('users', 'users.id', 'live_streams.publisher_id')
    .selectAll('live_streams')
    .select('users.display_name as publisher_name')
    .select(
      sql<ShownRecording | null>`(
        select json_build_object('state', state, 'fault', fault, 'started_at', recordings.started_at) from recordings
        where recordings.media_id = live_streams.media_id order by recordings.id desc limit 1
      )`.as('recording'),
    );
}

/** The newest recording of a live stream, on the air or not. */
export function findRecording(db: Db, mediaId: string): Promise<ShownRecording | undefined> {
  return db
    .selectFrom('recordings')
    .select(['state', 'fault', 'started_at'])
    .where('media_id', '=', mediaId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Streams of a room whose last beat is not older than `staleMs`. */
export function listStreams(db: Db, roomId: string, staleMs: number): Promise<NamedStreamRow[]> {
  return named(db)
    .where('live_streams.room_id', '=', roomId)
    .where('beat_at', '>=', dateOf(staleMs))
    .orderBy('started_at')
    .execute();
}

export function findStream(db: Db, mediaId: string, staleMs: number): Promise<NamedStreamRow | undefined> {
  return named(db)
    .where('live_streams.media_id', '=', mediaId)
    .where('beat_at', '>=', dateOf(staleMs))
    .executeTakeFirst();
}

/** All streams, newest first, with the names of their rooms and items. */
export function listAll(db: Db, staleMs: number, limit: number) {
  return named(db)
    .innerJoin('rooms', 'rooms.id', 'live_streams.room_id')
    .innerJoin('media', 'media.id', 'live_streams.media_id')
    .select(['rooms.name as room_name', 'media.name as media_name'])
    .where('beat_at', '>=', dateOf(staleMs))
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute();
}

/** Ends a broadcast. Undefined: it was over. */
export function deleteStream(db: Db, by: { readonly generationId: string } | { readonly mediaId: string }) {
  const rows = db.deleteFrom('live_streams');
  const one =
    'mediaId' in by ? rows.where('media_id', '=', by.mediaId) : rows.where('generation_id', '=', by.generationId);
  return one.returning(['room_id', 'media_id']).executeTakeFirst();
}

/**
 * Interrupts a broadcast, whose publisher may come back: another stream takes its place at once. Undefined: it was over.
 * [LS63]
 */
export function interrupt(db: Db, generationId: string, { sinceMs, beatMs }: { sinceMs: number; beatMs: number }) {
  return db
    .updateTable('live_streams')
    .set((e) => ({
      interrupted_at: e.fn.coalesce('interrupted_at', e.val(dateOf(sinceMs))),
      beat_at: e.fn<Date>('least', ['beat_at', e.val(dateOf(beatMs))]),
    }))
    .where('generation_id', '=', generationId)
    .returning('media_id')
    .executeTakeFirst();
}

/** Renews the beats of streams that still send. */
export async function beat(db: Db, generationIds: readonly string[], nowMs: number): Promise<void> {
  await db
    .updateTable('live_streams')
    .set({ beat_at: dateOf(nowMs) })
    .where('generation_id', 'in', generationIds)
    .execute();
}

/** Writes what is new of a stream. False: the stream is over. */
export async function putNews(
  db: Db,
  generationId: string,
  { advice, pull, pastSeconds, rungs }: StreamNews,
): Promise<boolean> {
  const changed = await db
    .updateTable('live_streams')
    .set({
      ...(advice && { advice: JSON.stringify(advice) }),
      ...(pull && { pull: JSON.stringify(pull) }),
      ...(pastSeconds !== undefined && { past_seconds: pastSeconds }),
      ...(rungs && { rungs: [...rungs] }),
    })
    .where('generation_id', '=', generationId)
    .returning('media_id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** When the stream of an item came on the air, and how far viewers can go back. Undefined: nothing comes. */
export async function findPast(db: Db, mediaId: string) {
  return db
    .selectFrom('live_streams')
    .select(['started_at', 'past_seconds'])
    .where('media_id', '=', mediaId)
    .where('interrupted_at', 'is', null)
    .executeTakeFirst();
}

/** How many streams other processes pull: for this room, and for all rooms. */
export async function countPulls(
  db: Db,
  roomId: string,
  { staleMs, replicaId }: { staleMs: number; replicaId: string },
) {
  const counted = await db
    .selectFrom('live_streams')
    .select((e) => [
      e.fn.countAll<string>().as('all'),
      e.fn.countAll<string>().filterWhere('room_id', '=', roomId).as('room'),
    ])
    .where('pull', 'is not', null)
    .where('beat_at', '>=', dateOf(staleMs))
    .where('replica_id', '!=', replicaId)
    .executeTakeFirstOrThrow();
  return { all: Number(counted.all), room: Number(counted.room) };
}

/** Streams that are interrupted or go on, as their last beats say and their rows do not yet. */
function turned(overdueMs: number) {
  return (e: ExpressionBuilder<StreamTables, 'live_streams'>) =>
    e.or([
      e.and([e('beat_at', '<', dateOf(overdueMs)), e('interrupted_at', 'is', null)]),
      e.and([e('beat_at', '>=', dateOf(overdueMs)), e('interrupted_at', 'is not', null)]),
    ]);
}

export async function hasTurned(db: Db, overdueMs: number): Promise<boolean> {
  const row = db.selectFrom('live_streams').select('media_id').where(turned(overdueMs)).limit(1);
  return (await row.executeTakeFirst()) !== undefined;
}

/** Writes which streams are interrupted and which go on. Gives the rooms of those that changed, sorted. */
export async function turn(db: Db, overdueMs: number): Promise<string[]> {
  const rows = await db
    .updateTable('live_streams')
    .set((e) => ({
      interrupted_at: e.case().when('beat_at', '<', dateOf(overdueMs)).then(e.ref('beat_at')).else(null).end(),
    }))
    .where(turned(overdueMs))
    .returning('room_id')
    .execute();
  return roomsOf(rows);
}

/** Deletes streams that nobody sends any more. Gives their rooms, sorted. */
export async function deleteStale(db: Db, staleMs: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('live_streams')
    .where('beat_at', '<', dateOf(staleMs))
    .returning('room_id')
    .execute();
  return roomsOf(rows);
}

/** The generations among `generationIds` that are still on the air. */
export async function among(db: Db, generationIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('live_streams')
    .select('generation_id')
    .where('generation_id', 'in', generationIds)
    .execute();
  return new Set(rows.map(({ generation_id }) => generation_id));
}

/** Sorted: two transactions that tell the same rooms take them in the same order. */
function roomsOf(rows: readonly { readonly room_id: string }[]): string[] {
  return [...new Set(rows.map(({ room_id }) => room_id))].sort();
}
