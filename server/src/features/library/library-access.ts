import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../kernel/call.ts';
import type { Database, Reader, Tx } from '../../store/database.ts';
import { libraryErrors } from './library.errors.ts';
import { rootPlaylistId } from './library.port.ts';
import * as store from './library.store.ts';

export type RoomCall = Call<UserPrincipal, RoomStanding>;

/** The root playlist unless `playlistId` says which. @throws AppError `library.playlist_not_found`. */
export async function getPlaylist(
  reader: Reader,
  roomId: string,
  playlistId = rootPlaylistId(roomId),
): Promise<store.PlaylistRow> {
  const row = await store.findPlaylist(reader.query(), roomId, playlistId);
  if (!row) throw libraryErrors.playlist_not_found();
  return row;
}

/** @throws AppError `library.media_not_found`. */
export async function getMedia(reader: Reader, roomId: string, mediaId: string): Promise<store.MediaRow> {
  const row = await store.findMedia(reader.query(), roomId, mediaId);
  if (!row) throw libraryErrors.media_not_found();
  return row;
}

/** Changes of one room's library come one after another: what a change has read is still so when it writes. [LI3] [LI5] [LI7] [LI8] */
export function changeLibrary<R>(db: Database, roomId: string, work: (tx: Tx) => Promise<R>): Promise<R> {
  return db.write(async (tx) => {
    await store.lockLibrary(tx.query(), roomId);
    return work(tx);
  });
}

/** Own items need nothing, those of others `delete_media`. @throws AppError `library.not_own`. [LI4] */
export function requireOwn({ principal, room }: RoomCall, rows: readonly { creator_id: string }[]): void {
  const isOwn = rows.every((row) => row.creator_id === principal.userId);
  if (!isOwn && !room.permissions.has(Permission.DELETE_MEDIA)) throw libraryErrors.not_own();
}

export type SubPlaylist = store.PlaylistRow & { parent_id: string };

/** A playlist that may be moved and deleted. @throws AppError `library.playlist_not_found`, `library.root_playlist`. */
export async function getSubPlaylist(tx: Tx, roomId: string, playlistId: string): Promise<SubPlaylist> {
  const row = await getPlaylist(tx, roomId, playlistId);
  if (row.parent_id === null) throw libraryErrors.root_playlist();
  return row as SubPlaylist;
}

/** The same, when the caller may change it. @throws AppError as `getSubPlaylist`, and `library.not_own`. */
export async function getOwnPlaylist(tx: Tx, call: RoomCall, playlistId: string): Promise<SubPlaylist> {
  const row = await getSubPlaylist(tx, call.room.roomId, playlistId);
  requireOwn(call, [row]);
  return row;
}
