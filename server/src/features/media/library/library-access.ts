import { BrowseAccess } from '@matinee/contract/gen/service/client/library_pb.ts';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Database, Reader, Tx } from '../../../store/database.ts';
import { listHidden } from './dynamic.store.ts';
import { libraryErrors } from './library.errors.ts';
import { rootPlaylistId } from './library.port.ts';
import * as store from './library.store.ts';

export type RoomCall = Call<UserPrincipal, RoomStanding>;

/** The playlist; without an id, the root. @throws AppError `library.playlist_not_found`. */
export async function getPlaylist(
  reader: Reader,
  roomId: string,
  playlistId = rootPlaylistId(roomId),
): Promise<store.PlaylistRow> {
  const row = await store.findPlaylist(reader.query(), roomId, playlistId);
  if (!row) throw libraryErrors.playlist_not_found();
  return row;
}

/**
 * A playlist that accepts items and playlists. @throws AppError `library.playlist_not_found`,
 * `library.dynamic_playlist`. [LI16]
 */
export async function getFillable(reader: Reader, roomId: string, playlistId?: string): Promise<store.PlaylistRow> {
  const row = await getPlaylist(reader, roomId, playlistId);
  if (row.target !== null) throw libraryErrors.dynamic_playlist();
  return row;
}

/** Ids of the playlists that the caller may not browse. [LI14] */
export function listHiddenFrom(reader: Reader, { room: { roomId }, principal }: RoomCall): Promise<string[]> {
  return listHidden(reader.query(), roomId, principal.userId, BrowseAccess.CREATOR);
}

/** @throws AppError `library.version_conflict` when the version is not the expected one. [LI5] */
export function checkVersion(row: { readonly version: number }, expected: number | undefined): void {
  if (expected !== undefined && expected !== row.version) throw libraryErrors.version_conflict();
}

/** @throws AppError `library.media_not_found`. */
export async function getMedia(reader: Reader, roomId: string, mediaId: string): Promise<store.MediaRow> {
  const row = await store.findMedia(reader.query(), roomId, mediaId);
  if (!row) throw libraryErrors.media_not_found();
  return row;
}

/**
 * Serializes changes of a room's library, so that the state read by a change is still valid when it writes. [LI3] [LI5]
 * [LI7] [LI8]
 */
export function changeLibrary<R>(db: Database, roomId: string, work: (tx: Tx) => Promise<R>): Promise<R> {
  return db.write(async (tx) => {
    await store.lockLibrary(tx.query(), roomId);
    return work(tx);
  });
}

/**
 * Refuses a caller without `delete_media`, unless the caller added all the items. @throws AppError `library.not_own`.
 * [LI4]
 */
export function requireOwn({ principal, room }: RoomCall, rows: readonly { creator_id: string }[]): void {
  const isOwn = rows.every((row) => row.creator_id === principal.userId);
  if (!isOwn && !room.permissions.has(Permission.DELETE_MEDIA)) throw libraryErrors.not_own();
}

export type SubPlaylist = store.PlaylistRow & { parent_id: string };

/**
 * A playlist other than the root, which can be moved and deleted. @throws AppError `library.playlist_not_found`,
 * `library.root_playlist`.
 */
export async function getSubPlaylist(tx: Tx, roomId: string, playlistId: string): Promise<SubPlaylist> {
  const row = await getPlaylist(tx, roomId, playlistId);
  if (row.parent_id === null) throw libraryErrors.root_playlist();
  return row as SubPlaylist;
}

/**
 * As `getSubPlaylist`, for a caller who may change the playlist. @throws AppError as `getSubPlaylist`, and
 * `library.not_own`.
 */
export async function getOwnPlaylist(tx: Tx, call: RoomCall, playlistId: string): Promise<SubPlaylist> {
  const row = await getSubPlaylist(tx, call.room.roomId, playlistId);
  requireOwn(call, [row]);
  return row;
}
