import type {
  CreatePlaylistRequest,
  MovePlaylistRequest,
  UpdatePlaylistRequest,
} from '@matinee/contract/gen/service/client/library_pb.ts';
import { dateOf } from '../../kernel/clock.ts';
import type { Tx } from '../../store/database.ts';
import type { AddingParts } from './adding.service.ts';
import { libraryErrors } from './library.errors.ts';
import * as store from './library.store.ts';
import { changeLibrary, getOwnPlaylist, getPlaylist, getSubPlaylist, type RoomCall } from './library-access.ts';
import { tellPlaylist, toPlaylist } from './library-changes.ts';

const maxPlaylists = 200;

/** Reads, creates, renames and moves playlists. */
export function makePlaylists(parts: AddingParts) {
  const { db } = parts;
  return {
    async list(roomId: string, parentId: string | undefined) {
      return { playlists: (await store.listPlaylists(db.query(), roomId, parentId)).map(toPlaylist) };
    },
    async get(roomId: string, playlistId: string) {
      return { playlist: toPlaylist(await getPlaylist(db, roomId, playlistId)) };
    },
    create: (request: CreatePlaylistRequest, call: RoomCall) =>
      changeLibrary(db, call.room.roomId, async (tx) => ({
        playlist: await createPlaylist(parts, tx, request, call),
      })),
    update: ({ playlistId, name, expectedVersion }: UpdatePlaylistRequest, call: RoomCall) =>
      changeLibrary(db, call.room.roomId, async (tx) => {
        const { roomId } = call.room;
        const row = await getOwnPlaylist(tx, call, playlistId);
        if (expectedVersion !== undefined && expectedVersion !== row.version) throw libraryErrors.version_conflict();
        await store.updatePlaylist(tx.query(), playlistId, { name: name.trim() });
        const playlist = toPlaylist(await getPlaylist(tx, roomId, playlistId));
        await tellPlaylist(tx, roomId, row.parent_id, { playlists: [playlist] });
        return { playlist };
      }),
    /** [LI7] */
    move: (request: MovePlaylistRequest, { room: { roomId } }: RoomCall) =>
      changeLibrary(db, roomId, async (tx) => ({ playlist: await movePlaylist(tx, roomId, request) })),
  };
}

async function createPlaylist(
  { clock, ids }: AddingParts,
  tx: Tx,
  { parentId, name }: CreatePlaylistRequest,
  { principal, room: { roomId } }: RoomCall,
) {
  const parent = await getPlaylist(tx, roomId, parentId);
  if ((await store.listPlaylists(tx.query(), roomId)).length >= maxPlaylists) throw libraryErrors.too_many_playlists();
  const id = ids.make('pl');
  const position = await store.placeLast(tx.query(), { table: 'playlists', column: 'parent_id', of: parent.id });
  await store.insertPlaylist(tx.query(), {
    id,
    room_id: roomId,
    parent_id: parent.id,
    name: name.trim(),
    creator_id: principal.userId,
    position,
    created_at: dateOf(clock.nowMs()),
  });
  const playlist = toPlaylist(await getPlaylist(tx, roomId, id));
  await tellPlaylist(tx, roomId, parent.id, { playlists: [playlist] });
  return playlist;
}

async function movePlaylist(tx: Tx, roomId: string, { playlistId, parentId, afterId }: MovePlaylistRequest) {
  const row = await getSubPlaylist(tx, roomId, playlistId);
  const parent = await getPlaylist(tx, roomId, parentId ?? row.parent_id);
  if ((await store.listSubtree(tx.query(), [playlistId])).includes(parent.id)) throw libraryErrors.playlist_cycle();
  const siblings: store.Siblings = { table: 'playlists', column: 'parent_id', of: parent.id };
  const position = await store.placeAfter(tx.query(), siblings, playlistId, afterId);
  if (position === undefined) throw libraryErrors.playlist_not_found();
  await store.updatePlaylist(tx.query(), playlistId, { parent_id: parent.id, position });
  const playlists = (await store.listPlaylists(tx.query(), roomId, parent.id)).map(toPlaylist);
  await tellPlaylist(tx, roomId, parent.id, { playlists });
  if (parent.id !== row.parent_id) await tellPlaylist(tx, roomId, row.parent_id, { deletedIds: [playlistId] });
  return playlists.find((playlist) => playlist.id === playlistId)!;
}
