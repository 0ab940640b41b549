import {
  BrowseAccess,
  type CreatePlaylistRequest,
  type MovePlaylistRequest,
  type UpdatePlaylistRequest,
} from '@matinee/contract/gen/service/client/library_pb.ts';
import type { DynamicTarget } from '@matinee/contract/gen/service/provider/dynamic_target_pb.ts';
import { dateOf } from '../../../kernel/clock.ts';
import type { Tx } from '../../../store/database.ts';
import type { Folders } from '../providers/providers.port.ts';
import type { AddingParts } from './adding.service.ts';
import { storeTarget } from './dynamic-items.ts';
import { requireTarget } from './dynamic-listing.service.ts';
import { libraryErrors } from './library.errors.ts';
import * as store from './library.store.ts';
import {
  changeLibrary,
  checkVersion,
  getFillable,
  getOwnPlaylist,
  getPlaylist,
  getSubPlaylist,
  listHiddenFrom,
  type RoomCall,
} from './library-access.ts';
import { tellPlaylist, toPlaylist } from './library-changes.ts';

const maxPlaylists = 200;

export interface PlaylistParts extends Pick<AddingParts, 'db' | 'clock' | 'ids'> {
  readonly folders: Folders;
}

/** The columns that store a dynamic playlist's target. */
function targetColumns(target: DynamicTarget) {
  return { target: storeTarget(target), account_id: target.accountId || null };
}

/** Reads, creates, renames and moves playlists. */
export function makePlaylists(parts: PlaylistParts) {
  const { db, folders } = parts;
  return {
    /** [LI14] */
    async list(call: RoomCall, parentId: string | undefined) {
      const [rows, hidden] = await Promise.all([
        store.listPlaylists(db.query(), call.room.roomId, parentId),
        listHiddenFrom(db, call),
      ]);
      return { playlists: rows.filter((row) => !hidden.includes(row.parent_id ?? '')).map(toPlaylist) };
    },
    async get(roomId: string, playlistId: string) {
      return { playlist: toPlaylist(await getPlaylist(db, roomId, playlistId)) };
    },
    /** [LI16] */
    async create(request: CreatePlaylistRequest, call: RoomCall) {
      if (request.target) await requireTarget(folders, request.target, call.principal.userId);
      return changeLibrary(db, call.room.roomId, async (tx) => ({
        playlist: await createPlaylist(parts, tx, request, call),
      }));
    },
    /** [LI5] [LI14] [LI16] */
    async update({ playlistId, expectedVersion, ...change }: UpdatePlaylistRequest, call: RoomCall) {
      const { name, browseAccess, target } = change;
      if (target) await requireTarget(folders, target, call.principal.userId);
      return changeLibrary(db, call.room.roomId, async (tx) => {
        const { roomId } = call.room;
        const row = await getOwnPlaylist(tx, call, playlistId);
        checkVersion(row, expectedVersion);
        const isCreators = browseAccess !== undefined || target !== undefined;
        if (isCreators && row.creator_id !== call.principal.userId) throw libraryErrors.not_own();
        if (target && row.target === null) throw libraryErrors.not_dynamic();
        await store.updatePlaylist(tx.query(), playlistId, {
          ...(name === undefined ? {} : { name: name.trim() }),
          ...(browseAccess === undefined ? {} : { browse_access: browseAccess }),
          ...(target === undefined ? {} : targetColumns(target)),
        });
        const playlist = toPlaylist(await getPlaylist(tx, roomId, playlistId));
        await tellPlaylist(tx, roomId, row.parent_id, { playlists: [playlist] });
        await tellPlaylist(tx, roomId, playlistId, {});
        return { playlist };
      });
    },
    /** [LI7] */
    move: (request: MovePlaylistRequest, { room: { roomId } }: RoomCall) =>
      changeLibrary(db, roomId, async (tx) => ({ playlist: await movePlaylist(tx, roomId, request) })),
  };
}

async function createPlaylist(
  { clock, ids }: PlaylistParts,
  tx: Tx,
  { parentId, name, browseAccess, target }: CreatePlaylistRequest,
  { principal, room: { roomId } }: RoomCall,
) {
  const parent = await getFillable(tx, roomId, parentId);
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
    browse_access: browseAccess || BrowseAccess.MEMBERS,
    ...(target === undefined ? { target: null, account_id: null } : targetColumns(target)),
  });
  const playlist = toPlaylist(await getPlaylist(tx, roomId, id));
  await tellPlaylist(tx, roomId, parent.id, { playlists: [playlist] });
  return playlist;
}

async function movePlaylist(
  tx: Tx,
  roomId: string,
  { playlistId, parentId, afterId, expectedVersion }: MovePlaylistRequest,
) {
  const row = await getSubPlaylist(tx, roomId, playlistId);
  checkVersion(row, expectedVersion);
  const parent = await getFillable(tx, roomId, parentId ?? row.parent_id);
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
