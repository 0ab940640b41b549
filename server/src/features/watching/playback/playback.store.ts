import { type Compilable, type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import { emptyTimeline, type Timeline } from './timeline.ts';

/** Owns the state of each room's player. */
export interface PlaybackTables {
  playback_states: Narrowed<
    Schema['playback_states'],
    { waiting: Timeline['waiting']; break_time: Timeline['breakTime'] }
  >;
}

type Db = Kysely<PlaybackTables>;

export async function readTimeline(db: Db, roomId: string): Promise<Timeline> {
  const row = await db.selectFrom('playback_states').selectAll().where('room_id', '=', roomId).executeTakeFirst();
  return row ? toTimeline(row) : emptyTimeline;
}

/**
 * Reads the state, and keeps other transactions from changing it until this one ends. The row is created together with
 * the room.
 */
export async function lockTimeline(db: Db, roomId: string): Promise<Timeline | undefined> {
  const row = await db
    .selectFrom('playback_states')
    .selectAll()
    .where('room_id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && toTimeline(row);
}

export async function insertTimeline(db: Db, roomId: string): Promise<void> {
  await db
    .insertInto('playback_states')
    .values({ room_id: roomId, ...toColumns(emptyTimeline) })
    .execute();
}

export function updatingTimeline(db: Db, roomId: string, timeline: Timeline): Compilable {
  return db.updateTable('playback_states').set(toColumns(timeline)).where('room_id', '=', roomId);
}

/** The states of the rooms that have chosen an item, by room. */
export async function listTimelines(db: Db, roomIds: readonly string[]): Promise<Map<string, Timeline>> {
  if (roomIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('playback_states')
    .selectAll()
    .where('room_id', 'in', roomIds)
    .where('media_id', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.room_id, toTimeline(row)]));
}

/** SQL for the rooms that have chosen an item, for statements of features that do not depend on playback. */
export const playingRooms = {
  playing: sql`select room_id from playback_states where is_playing and media_id is not null`,
  started: sql`select room_id from playback_states where media_id is not null`,
};

/** The chosen items, by room. */
export async function listChosen(
  db: Db,
  roomIds: readonly string[],
): Promise<Map<string, { id: string; name: string }>> {
  if (roomIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('playback_states')
    .select(['room_id', 'media_id', 'media_name'])
    .where('room_id', 'in', roomIds)
    .where('media_id', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.room_id, { id: row.media_id!, name: row.media_name }]));
}

type Row = Selectable<PlaybackTables['playback_states']>;

function toTimeline(row: Row): Timeline {
  return {
    mediaId: row.media_id,
    playlistId: row.playlist_id,
    mediaName: row.media_name,
    positionSeconds: row.position_seconds,
    speed: row.speed,
    isPlaying: row.is_playing,
    atMs: row.at_ms,
    startAtMs: row.start_at_ms,
    version: row.version,
    durationSeconds: row.duration_seconds,
    isLive: row.is_live,
    liveFromMs: row.live_from_ms,
    waiting: row.waiting,
    breakTime: row.break_time,
    action: row.action,
    actorId: row.actor_id,
    actorName: row.actor_name,
    actorDisplayName: row.actor_display_name,
    clientOperationId: row.client_operation_id,
    previousPositionSeconds: row.previous_position_seconds,
    shuffleSeed: row.shuffle_seed,
    targetHash: row.target_hash,
    target: row.target,
  };
}

function toColumns(timeline: Timeline) {
  return {
    media_id: timeline.mediaId,
    playlist_id: timeline.playlistId,
    media_name: timeline.mediaName,
    position_seconds: timeline.positionSeconds,
    speed: timeline.speed,
    is_playing: timeline.isPlaying,
    at_ms: timeline.atMs,
    start_at_ms: timeline.startAtMs,
    version: timeline.version,
    duration_seconds: timeline.durationSeconds,
    is_live: timeline.isLive,
    live_from_ms: timeline.liveFromMs ?? null,
    waiting: timeline.waiting === null ? null : JSON.stringify(timeline.waiting),
    break_time: timeline.breakTime === null ? null : JSON.stringify(timeline.breakTime),
    action: timeline.action,
    actor_id: timeline.actorId,
    actor_name: timeline.actorName,
    actor_display_name: timeline.actorDisplayName,
    client_operation_id: timeline.clientOperationId,
    previous_position_seconds: timeline.previousPositionSeconds,
    shuffle_seed: timeline.shuffleSeed,
    target_hash: timeline.targetHash,
    target: timeline.target,
  };
}
