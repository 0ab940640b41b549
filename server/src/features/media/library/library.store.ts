import type { JsonValue } from '@bufbuild/protobuf';
import { MediaAvailability } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { Kysely, Selectable } from 'kysely';
import { type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';

/** Owns playlists and media. Reads their creators, and whether their accounts still exist. */
export interface LibraryTables {
  playlists: Narrowed<Schema['playlists'], { target: JsonValue | null }>;
  media: Narrowed<Schema['media'], { source: JsonValue }>;
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name' | 'banned' | 'deleted_at'>;
  room_members: Pick<Schema['room_members'], 'room_id' | 'user_id'>;
  provider_accounts: Pick<Schema['provider_accounts'], 'id' | 'user_id'>;
}

export type PlaylistRow = Selectable<LibraryTables['playlists']> & { availability: MediaAvailability };
export type MediaRow = Selectable<LibraryTables['media']> & {
  creator_username: string;
  creator_display_name: string;
  suggester_display_name: string | null;
  availability: MediaAvailability;
};

export type Db = Kysely<LibraryTables>;
type Ordered = 'media' | 'playlists';

function playlists(db: Db, roomId: string) {
  return db
    .selectFrom('playlists')
    .selectAll('playlists')
    .innerJoin('users', 'users.id', 'playlists.creator_id')
    .leftJoin('room_members', (join) =>
      join
        .onRef('room_members.room_id', '=', 'playlists.room_id')
        .onRef('room_members.user_id', '=', 'playlists.creator_id'),
    )
    .leftJoin('provider_accounts', (join) =>
      join
        .onRef('provider_accounts.id', '=', 'playlists.account_id')
        .onRef('provider_accounts.user_id', '=', 'playlists.creator_id'),
    )
    .select(availabilityBy('playlists.account_id').as('availability'))
    .where('playlists.room_id', '=', roomId)
    .$castTo<PlaylistRow>();
}

/**
 * The availability of an item or a playlist, for queries that join the adder, the membership and the account. [LI11]
 */
function availabilityBy(accountId: string) {
  return sql<MediaAvailability>`case
  when users.deleted_at is not null then ${sql.lit(MediaAvailability.ADDER_DELETED)}
  when users.banned then ${sql.lit(MediaAvailability.ADDER_BANNED)}
  when room_members.user_id is null then ${sql.lit(MediaAvailability.ADDER_LEFT)}
  when ${sql.ref(accountId)} is not null and provider_accounts.id is null then ${sql.lit(MediaAvailability.ACCOUNT_GONE)}
  else ${sql.lit(MediaAvailability.AVAILABLE)} end`;
}

const availability = availabilityBy('media.account_id');

export const isAvailable = sql<boolean>`(${availability} = ${sql.lit(MediaAvailability.AVAILABLE)})`;

/** Media of a room, with their adders and their availability. */
export function media(db: Db, roomId: string) {
  return withAdders(db, roomId)
    .selectAll('media')
    .leftJoin('users as suggester', 'suggester.id', 'media.suggester_id')
    .select(['users.username as creator_username', 'users.display_name as creator_display_name'])
    .select('suggester.display_name as suggester_display_name')
    .select(availability.as('availability'))
    .$castTo<MediaRow>();
}

function withAdders(db: Db, roomId: string) {
  return db
    .selectFrom('media')
    .innerJoin('users', 'users.id', 'media.creator_id')
    .leftJoin('room_members', (join) =>
      join.onRef('room_members.room_id', '=', 'media.room_id').onRef('room_members.user_id', '=', 'media.creator_id'),
    )
    .leftJoin('provider_accounts', (join) =>
      join
        .onRef('provider_accounts.id', '=', 'media.account_id')
        .onRef('provider_accounts.user_id', '=', 'media.creator_id'),
    )
    .where('media.room_id', '=', roomId);
}

/** Ids of a playlist's available media, in order. Includes `currentId` even if it is unavailable. [LI11] */
export async function listPlayOrder(
  db: Db,
  roomId: string,
  playlistId: string,
  currentId: string | undefined,
): Promise<string[]> {
  const rows = await withAdders(db, roomId)
    .select('media.id')
    .where('playlist_id', '=', playlistId)
    .where((e) => e.or([isAvailable, e('media.id', '=', currentId ?? '')]))
    .orderBy('media.position')
    .orderBy('media.id')
    .execute();
  return rows.map((row) => row.id);
}

export function findPlaylist(db: Db, roomId: string, id: string): Promise<PlaylistRow | undefined> {
  return playlists(db, roomId).where('playlists.id', '=', id).executeTakeFirst();
}

/** Locks the library of a room, through its root playlist, until the transaction ends. */
export async function lockLibrary(db: Db, roomId: string): Promise<void> {
  await db
    .selectFrom('playlists')
    .select('id')
    .where('room_id', '=', roomId)
    .where('parent_id', 'is', null)
    .forNoKeyUpdate()
    .execute();
}

export function listPlaylists(db: Db, roomId: string, parentId?: string): Promise<PlaylistRow[]> {
  return playlists(db, roomId)
    .$if(parentId !== undefined, (q) => q.where('playlists.parent_id', '=', parentId!))
    .orderBy('playlists.position')
    .orderBy('playlists.id')
    .execute();
}

type NewPlaylist = Omit<PlaylistRow, 'item_count' | 'version' | 'availability' | 'target' | 'cover'> & {
  target: string | null;
};

export async function insertPlaylist(db: Db, row: NewPlaylist): Promise<void> {
  await db.insertInto('playlists').values(row).execute();
}

export async function updatePlaylist(
  db: Db,
  id: string,
  change: Partial<Pick<NewPlaylist, 'name' | 'parent_id' | 'position' | 'browse_access' | 'target' | 'account_id'>> & {
    cover?: string | null;
  },
): Promise<void> {
  await db
    .updateTable('playlists')
    .set((e) => ({ ...change, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deletePlaylists(db: Db, roomId: string, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('playlists').where('room_id', '=', roomId).where('id', '=', anyOf(ids)).execute();
}

/** Ids of the playlists and of everything below them. */
export async function listSubtree(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE below AS (
      SELECT id FROM playlists WHERE id = ANY(${ids})
      UNION SELECT p.id FROM playlists p JOIN below ON p.parent_id = below.id
    ) SELECT id FROM below`.execute(db);
  return rows.map((row) => row.id);
}

/** An item, with its playlist's target if the playlist is dynamic. */
export function findMedia(db: Db, roomId: string, id: string) {
  return media(db, roomId)
    .innerJoin('playlists', 'playlists.id', 'media.playlist_id')
    .select('playlists.target as playlist_target')
    .where('media.id', '=', id)
    .$castTo<MediaRow & { readonly playlist_target: JsonValue | null }>()
    .executeTakeFirst();
}

export function listMediaByIds(db: Db, roomId: string, ids: readonly string[]): Promise<MediaRow[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : media(db, roomId).where('media.id', '=', anyOf(ids)).orderBy('media.position').orderBy('media.id').execute();
}

/** Ids of a playlist's media in order. */
export async function listMediaOrder(db: Db, playlistId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('playlist_id', '=', playlistId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function listMediaIdsIn(db: Db, playlistIds: readonly string[]): Promise<string[]> {
  if (playlistIds.length === 0) return [];
  const rows = await db.selectFrom('media').select('id').where('playlist_id', '=', anyOf(playlistIds)).execute();
  return rows.map((row) => row.id);
}

type MadeColumns =
  | 'artwork'
  | 'cover'
  | 'uploaded_thumbnail'
  | 'creator_username'
  | 'creator_display_name'
  | 'suggester_display_name'
  | 'suggester_id'
  | 'availability'
  | 'version'
  | 'source_version';
type NewMedia = Omit<MediaRow, MadeColumns | 'source' | 'target_hash' | 'target_folder'> & {
  source: string;
  /** Absent: it was not suggested. */
  suggester_id?: string;
  /** Set for an entry of a dynamic playlist. */
  target_hash?: string;
  target_folder?: string;
};

export async function insertMedia(db: Db, rows: readonly NewMedia[]): Promise<void> {
  await db.insertInto('media').values(rows).execute();
}

export async function updateMedia(
  db: Db,
  id: string,
  change: {
    name?: string;
    source?: string;
    provider?: string;
    account_id?: string | null;
    sealed_secrets?: string | null;
    duration_seconds?: number | null;
    playlist_id?: string;
    position?: number;
    cover?: string | null;
    uploaded_thumbnail?: string | null;
    artwork?: null;
  },
): Promise<void> {
  await db
    .updateTable('media')
    .set((e) => ({
      ...change,
      version: e('version', '+', 1),
      ...(change.source === undefined ? {} : { source_version: e('source_version', '+', 1) }),
    }))
    .where('id', '=', id)
    .execute();
}

/** Stores the duration of an item if it is unknown. False if it was known. */
export async function putDuration(db: Db, id: string, durationSeconds: number): Promise<boolean> {
  const result = await db
    .updateTable('media')
    .set({ duration_seconds: durationSeconds })
    .where('id', '=', id)
    .where('duration_seconds', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Stores the picture of this version's film. False if the item already has one, has a new source, or is gone. */
export async function putArtwork(db: Db, id: string, sourceVersion: number, artwork: string): Promise<boolean> {
  const result = await db
    .updateTable('media')
    .set({ artwork })
    .where('id', '=', id)
    .where('source_version', '=', sourceVersion)
    .where('artwork', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Removes the picture with this id from an item. False if the item no longer has it. */
export async function dropArtwork(db: Db, id: string, pictureId: string): Promise<boolean> {
  const result = await db
    .updateTable('media')
    .set({ artwork: null })
    .where('id', '=', id)
    .where(sql<string>`artwork ->> 'id'`, '=', pictureId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function deleteMedia(db: Db, roomId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('media').where('room_id', '=', roomId).where('id', '=', anyOf(ids)).execute();
}

/** Rows with a common order: the media of a playlist, or the playlists of a parent. */
export interface Siblings {
  readonly table: Ordered;
  readonly column: 'playlist_id' | 'parent_id';
  readonly of: string;
}

/**
 * A position right after `afterId`, or before all siblings. Undefined if `afterId` is not among them. If no number is
 * left between two siblings, renumbers all of them.
 */
export async function placeAfter(
  db: Db,
  siblings: Siblings,
  movedId: string,
  afterId: string | undefined,
): Promise<number | undefined> {
  const place = await readPlace(db, siblings, movedId, afterId);
  if (place === undefined) return undefined;
  const { before, after } = place;
  if (before === null) return (after ?? 2) - 1;
  if (after === null) return before + 1;
  const middle = (before + after) / 2;
  if (middle > before && middle < after) return middle;
  await renumber(db, siblings);
  return placeAfter(db, siblings, movedId, afterId);
}

/** The positions before and after a place among siblings, for moving one of them there. Null: no neighbour. */
async function readPlace(
  db: Db,
  { table, column, of }: Siblings,
  movedId: string,
  afterId: string | undefined,
): Promise<{ readonly before: number | null; readonly after: number | null } | undefined> {
  const [t, c] = [sql.table(table), sql.ref(column)];
  const next = (condition: RawBuilder<unknown>) => sql`
    (SELECT n.position FROM ${t} n WHERE n.${c} = ${of} AND n.id <> ${movedId} AND ${condition}
     ORDER BY n.position, n.id LIMIT 1)`;
  const { rows } = await (afterId === undefined
    ? sql<{ before: null; after: number | null }>`SELECT NULL AS before, ${next(sql`true`)} AS after`
    : sql<{ before: number; after: number | null }>`
        SELECT b.position AS before, ${next(sql`(n.position, n.id) > (b.position, b.id)`)} AS after
        FROM ${t} b WHERE b.${c} = ${of} AND b.id = ${afterId} AND b.id <> ${movedId}`
  ).execute(db);
  return rows[0];
}

/** The position after all siblings. */
export async function placeLast(db: Db, { table, column, of }: Siblings): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    SELECT max(position) AS last FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${of}`.execute(db);
  return (rows[0]!.last ?? 0) + 1;
}

async function renumber(db: Db, { table, column, of }: Siblings): Promise<void> {
  const t = table === 'media' ? sql.table('media') : sql.table('playlists');
  const c = sql.ref(column);
  await sql`
    UPDATE ${t} SET position = numbered.place
    FROM (SELECT id, row_number() OVER (ORDER BY position, id) AS place FROM ${t} WHERE ${c} = ${of}) numbered
    WHERE ${t}.id = numbered.id`.execute(db);
}

/** Passes ids as one array: a statement takes at most 65 535 parameters, and a room can have more media. */
export function anyOf(ids: readonly string[]) {
  return sql<string>`any(${ids})`;
}

/** Moves an account's media and playlists to another account. */
export async function changeCreator(db: Db, fromUserId: string, toUserId: string): Promise<void> {
  await db.updateTable('media').set({ creator_id: toUserId }).where('creator_id', '=', fromUserId).execute();
  await db.updateTable('playlists').set({ creator_id: toUserId }).where('creator_id', '=', fromUserId).execute();
}

/** Selects items: all items of some adders, or only items of one of their accounts. */
export interface Adder {
  readonly userIds: readonly string[];
  readonly accountId?: string | undefined;
}

/** Rooms with items or dynamic playlists of these adders. */
export async function listRoomsWith(db: Db, { userIds, accountId }: Adder): Promise<string[]> {
  const account = accountId ?? null;
  const { rows } = await sql<{ room_id: string }>`
    SELECT room_id FROM media WHERE creator_id = ANY(${userIds}) AND (${account}::text IS NULL OR account_id = ${account})
    UNION SELECT room_id FROM playlists
    WHERE creator_id = ANY(${userIds}) AND target IS NOT NULL AND (${account}::text IS NULL OR account_id = ${account})
    ORDER BY room_id`.execute(db);
  return rows.map((row) => row.room_id);
}

/** Items of these adders in a room, grouped by playlist. */
export function listMediaOf(db: Db, roomId: string, { userIds, accountId }: Adder): Promise<MediaRow[]> {
  let found = media(db, roomId)
    .where('media.creator_id', '=', sql<string>`any(${userIds})`)
    .where('media.target_hash', 'is', null);
  if (accountId !== undefined) found = found.where('media.account_id', '=', accountId);
  return found.orderBy('media.playlist_id').orderBy('media.position').execute();
}

/** Dynamic playlists of these adders in a room. */
export function listDynamicOf(db: Db, roomId: string, { userIds, accountId }: Adder): Promise<PlaylistRow[]> {
  let found = playlists(db, roomId)
    .where('playlists.creator_id', '=', sql<string>`any(${userIds})`)
    .where('playlists.target', 'is not', null);
  if (accountId !== undefined) found = found.where('playlists.account_id', '=', accountId);
  return found.execute();
}
