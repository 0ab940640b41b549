import type {
  CreatePlaylistRequest,
  DeleteEntriesRequest,
  MovePlaylistRequest,
  UpdatePlaylistRequest,
} from '@matinee/contract/gen/service/client/library_pb.ts';
import { dateOf } from '../../kernel/clock.ts';
import type { Tx } from '../../store/database.ts';
import { libraryErrors } from './library.errors.ts';
import * as store from './library.store.ts';
import { tellPlaylist, toPlaylist } from './library-changes.ts';
import type { LibraryParts, makeMedia, RoomCall } from './media.service.ts';

const maxPlaylists = 200;

/** Playlists themselves, and deleting of playlists with what is in them. */
export function makePlaylists({ db, clock, ids }: LibraryParts, media: ReturnType<typeof makeMedia>) {
  const queries = (tx: Tx) => tx.query<store.LibraryTables>();

  /** A playlist that is not the root, and that the caller may change. */
  async function getOwn(
    tx: Tx,
    call: RoomCall,
    playlistId: string,
  ): Promise<store.PlaylistRow & { parent_id: string }> {
    const row = await media.getPlaylist(tx, call.room.roomId, playlistId);
    if (row.parent_id === null) throw libraryErrors.root_playlist();
    media.requireOwn(call, [row]);
    return row as store.PlaylistRow & { parent_id: string };
  }

  /** Tells those who look at the parent. */
  async function tellParent(
    tx: Tx,
    roomId: string,
    parentId: string,
    change: { playlists?: ReturnType<typeof toPlaylist>[]; deletedIds?: string[] },
  ): Promise<void> {
    const { item_count: total } = await media.getPlaylist(tx, roomId, parentId);
    tellPlaylist(tx, roomId, { playlistId: parentId, ...change, total });
  }

  /** Deletes the playlists with all that is in them. `mayAll`: whoever added it. */
  async function removePlaylists(
    tx: Tx,
    call: RoomCall,
    rows: readonly (store.PlaylistRow & { parent_id: string })[],
    mayAll = false,
  ): Promise<number> {
    if (rows.length === 0) return 0;
    const { roomId } = call.room;
    const playlistIds = rows.map(({ id }) => id);
    const subtree = await store.listSubtree(queries(tx), playlistIds);
    const below = (await store.listPlaylists(queries(tx), roomId)).filter(({ id }) => subtree.includes(id));
    const inside = await store.listMediaByIds(queries(tx), roomId, await store.listMediaIdsIn(queries(tx), subtree));
    if (!mayAll) media.requireOwn(call, [...below, ...inside]);
    await media.remove(tx, roomId, inside);
    await store.deletePlaylists(queries(tx), roomId, playlistIds);
    const kept = rows.filter((row) => !playlistIds.includes(row.parent_id));
    for (const parentId of new Set(kept.map((row) => row.parent_id))) {
      const deletedIds = kept.filter((row) => row.parent_id === parentId).map((row) => row.id);
      await tellParent(tx, roomId, parentId, { deletedIds });
    }
    return below.length + inside.length;
  }

  async function removeOwn(tx: Tx, call: RoomCall, playlistIds: readonly string[]): Promise<number> {
    const rows: Awaited<ReturnType<typeof getOwn>>[] = [];
    for (const id of playlistIds) rows.push(await getOwn(tx, call, id));
    return removePlaylists(tx, call, rows);
  }

  return {
    async list(roomId: string, parentId: string | undefined) {
      return { playlists: (await store.listPlaylists(db.query(), roomId, parentId)).map(toPlaylist) };
    },
    async get(roomId: string, playlistId: string) {
      return { playlist: toPlaylist(await media.getPlaylist(db, roomId, playlistId)) };
    },
    create: ({ parentId, name }: CreatePlaylistRequest, call: RoomCall) => {
      const { roomId } = call.room;
      return media.change(roomId, async (tx) => {
        const parent = await media.getPlaylist(tx, roomId, parentId);
        if ((await store.listPlaylists(queries(tx), roomId)).length >= maxPlaylists)
          throw libraryErrors.too_many_playlists();
        const id = ids.make('pl');
        const position = await store.placeLast(queries(tx), { table: 'playlists', column: 'parent_id', of: parent.id });
        await store.insertPlaylist(queries(tx), {
          id,
          room_id: roomId,
          parent_id: parent.id,
          name: name.trim(),
          creator_id: call.principal.userId,
          position,
          created_at: dateOf(clock.nowMs()),
        });
        const playlist = toPlaylist(await media.getPlaylist(tx, roomId, id));
        await tellParent(tx, roomId, parent.id, { playlists: [playlist] });
        return { playlist };
      });
    },
    update: ({ playlistId, name, expectedVersion }: UpdatePlaylistRequest, call: RoomCall) =>
      media.change(call.room.roomId, async (tx) => {
        const row = await getOwn(tx, call, playlistId);
        if (expectedVersion !== undefined && expectedVersion !== row.version) throw libraryErrors.version_conflict();
        await store.updatePlaylist(queries(tx), playlistId, { name: name.trim() });
        const playlist = toPlaylist(await media.getPlaylist(tx, call.room.roomId, playlistId));
        await tellParent(tx, call.room.roomId, row.parent_id, { playlists: [playlist] });
        return { playlist };
      }),
    /** [LI7] */
    move: ({ playlistId, parentId, afterId }: MovePlaylistRequest, call: RoomCall) =>
      media.change(call.room.roomId, async (tx) => {
        const { roomId } = call.room;
        const row = await media.getPlaylist(tx, roomId, playlistId);
        if (row.parent_id === null) throw libraryErrors.root_playlist();
        const parent = await media.getPlaylist(tx, roomId, parentId ?? row.parent_id);
        if ((await store.listSubtree(queries(tx), [playlistId])).includes(parent.id))
          throw libraryErrors.playlist_cycle();
        const position = await store.placeAfter(
          queries(tx),
          { table: 'playlists', column: 'parent_id', of: parent.id },
          playlistId,
          afterId,
        );
        if (position === undefined) throw libraryErrors.playlist_not_found();
        await store.updatePlaylist(queries(tx), playlistId, { parent_id: parent.id, position });
        const playlists = (await store.listPlaylists(queries(tx), roomId, parent.id)).map(toPlaylist);
        await tellParent(tx, roomId, parent.id, { playlists });
        if (parent.id !== row.parent_id) await tellParent(tx, roomId, row.parent_id, { deletedIds: [playlistId] });
        return { playlist: playlists.find((playlist) => playlist.id === playlistId)! };
      }),
    delete: (playlistId: string, call: RoomCall) =>
      media.change(call.room.roomId, async (tx) => {
        await removeOwn(tx, call, [playlistId]);
        return {};
      }),
    /** [LI8] */
    deleteEntries: ({ mediaIds, playlistIds }: DeleteEntriesRequest, call: RoomCall) =>
      media.change(call.room.roomId, async (tx) => {
        const rows = await store.listMediaByIds(queries(tx), call.room.roomId, mediaIds);
        if (rows.length < mediaIds.length) throw libraryErrors.media_not_found();
        media.requireOwn(call, rows);
        await media.remove(tx, call.room.roomId, rows);
        return { deletedCount: rows.length + (await removeOwn(tx, call, playlistIds)) };
      }),
    /** [LI9] */
    clear: (playlistId: string | undefined, call: RoomCall) =>
      media.change(call.room.roomId, async (tx) => {
        const { roomId } = call.room;
        const playlist = await media.getPlaylist(tx, roomId, playlistId);
        const rows = await store.listMediaByIds(
          queries(tx),
          roomId,
          await store.listMediaOrder(queries(tx), playlist.id),
        );
        await media.remove(tx, roomId, rows);
        const children = (await store.listPlaylists(queries(tx), roomId, playlist.id)).map((row) => ({
          ...row,
          parent_id: playlist.id,
        }));
        return { deletedCount: rows.length + (await removePlaylists(tx, call, children, true)) };
      }),
  };
}
