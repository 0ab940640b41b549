import type {
  DeleteEntriesRequest,
  DeleteMediaRequest,
  DeletePlaylistRequest,
} from '@matinee/contract/gen/service/client/library_pb.ts';
import type { Database, Tx } from '../../../store/database.ts';
import { libraryErrors } from './library.errors.ts';
import * as store from './library.store.ts';
import {
  changeLibrary,
  checkVersion,
  getMedia,
  getOwnPlaylist,
  getPlaylist,
  type RoomCall,
  requireOwn,
  type SubPlaylist,
} from './library-access.ts';
import { tellPlaylist } from './library-changes.ts';

export interface DeletingParts {
  readonly db: Database;
  /** Called before items are deleted, in the same transaction. If one of them plays, playback stops. */
  readonly onMediaDeleted: (tx: Tx, roomId: string, mediaIds: readonly string[]) => Promise<void>;
}

/** Deletes media, and playlists with everything in them. */
export function makeDeleting(parts: DeletingParts) {
  const { db } = parts;

  /** Deletes the caller's playlists with everything in them. @returns the number of playlists and media. [LI4] */
  async function removeOwn(
    tx: Tx,
    call: RoomCall,
    playlistIds: readonly string[],
    expectedVersion?: number,
  ): Promise<number> {
    const rows: SubPlaylist[] = [];
    for (const id of playlistIds) rows.push(await getOwnPlaylist(tx, call, id));
    for (const row of rows) checkVersion(row, expectedVersion);
    return removePlaylists(parts, tx, call.room.roomId, rows, (below) => requireOwn(call, below));
  }

  return {
    /** [LI4] */
    media: ({ mediaId, expectedVersion }: DeleteMediaRequest, call: RoomCall) =>
      changeLibrary(db, call.room.roomId, async (tx) => {
        const row = await getMedia(tx, call.room.roomId, mediaId);
        requireOwn(call, [row]);
        checkVersion(row, expectedVersion);
        await removeMedia(parts, tx, call.room.roomId, [row]);
        return {};
      }),
    playlist: ({ playlistId, expectedVersion }: DeletePlaylistRequest, call: RoomCall) =>
      changeLibrary(db, call.room.roomId, async (tx) => {
        await removeOwn(tx, call, [playlistId], expectedVersion);
        return {};
      }),
    /** [LI8] */
    entries: ({ mediaIds, playlistIds }: DeleteEntriesRequest, call: RoomCall) =>
      changeLibrary(db, call.room.roomId, async (tx) => {
        const rows = await store.listMediaByIds(tx.query(), call.room.roomId, mediaIds);
        if (rows.length < mediaIds.length) throw libraryErrors.media_not_found();
        requireOwn(call, rows);
        await removeMedia(parts, tx, call.room.roomId, rows);
        return { deletedCount: rows.length + (await removeOwn(tx, call, playlistIds)) };
      }),
    /** Empties a playlist, including items of other members. [LI9] */
    clear: (playlistId: string | undefined, { room: { roomId } }: RoomCall) =>
      changeLibrary(db, roomId, async (tx) => {
        const { id } = await getPlaylist(tx, roomId, playlistId);
        const rows = await store.listMediaByIds(tx.query(), roomId, await store.listMediaOrder(tx.query(), id));
        await removeMedia(parts, tx, roomId, rows);
        const children = (await store.listPlaylists(tx.query(), roomId, id)) as SubPlaylist[];
        return { deletedCount: rows.length + (await removePlaylists(parts, tx, roomId, children)) };
      }),
  };
}

/** Deletes media of one room and notifies the observers of their playlists. */
async function removeMedia(
  { onMediaDeleted }: DeletingParts,
  tx: Tx,
  roomId: string,
  rows: readonly store.MediaRow[],
): Promise<void> {
  const ids = rows.map((row) => row.id);
  await onMediaDeleted(tx, roomId, ids);
  await store.deleteMedia(tx.query(), roomId, ids);
  for (const playlistId of new Set(rows.map((row) => row.playlist_id))) {
    const deletedIds = rows.filter((row) => row.playlist_id === playlistId).map((row) => row.id);
    await tellPlaylist(tx, roomId, playlistId, { deletedIds });
  }
}

/** Deletes the playlists with everything in them, unless `check` throws. @returns the number of playlists and media. */
async function removePlaylists(
  parts: DeletingParts,
  tx: Tx,
  roomId: string,
  rows: readonly SubPlaylist[],
  check: (deleted: readonly { creator_id: string }[]) => void = () => undefined,
): Promise<number> {
  if (rows.length === 0) return 0;
  const playlistIds = rows.map(({ id }) => id);
  const subtree = await store.listSubtree(tx.query(), playlistIds);
  const below = (await store.listPlaylists(tx.query(), roomId)).filter(({ id }) => subtree.includes(id));
  const inside = await store.listMediaByIds(tx.query(), roomId, await store.listMediaIdsIn(tx.query(), subtree));
  check([...below, ...inside]);
  await removeMedia(parts, tx, roomId, inside);
  await store.deletePlaylists(tx.query(), roomId, playlistIds);
  const kept = rows.filter((row) => !playlistIds.includes(row.parent_id));
  for (const parentId of new Set(kept.map((row) => row.parent_id))) {
    const deletedIds = kept.filter((row) => row.parent_id === parentId).map((row) => row.id);
    await tellPlaylist(tx, roomId, parentId, { deletedIds });
  }
  // Skips items made for entries of dynamic playlists: no member added them.
  return below.length + inside.filter((row) => row.target_hash === null).length;
}
