import type { Database, Tx } from '../../../../store/database.ts';
import type { ShownPicture } from '../../../files/files/pictures.port.ts';
import { storedPicture } from '../../../files/files/pictures.port.ts';
import { libraryErrors } from '../library.errors.ts';
import type { LibraryPictures } from '../library.port.ts';
import * as store from '../library.store.ts';
import {
  changeLibrary,
  checkVersion,
  getMedia,
  getOwnPlaylist,
  getPlaylist,
  type RoomCall,
  requireOwn,
} from '../library-access.ts';
import { type Covers, tellPlaylist, toMedia, toPlaylist } from '../library-changes.ts';

export function makeLibraryPictures({
  db,
  sources,
}: {
  readonly db: Database;
  readonly sources: Covers;
}): LibraryPictures {
  const change = <R>({ room }: RoomCall, work: (tx: Tx) => Promise<R>) => changeLibrary(db, room.roomId, work);

  async function getOwnMedia(tx: Tx, call: RoomCall, mediaId: string) {
    const row = await getMedia(tx, call.room.roomId, mediaId);
    requireOwn(call, [row]);
    if (row.target_hash !== null) throw libraryErrors.dynamic_playlist();
    return row;
  }

  return {
    requireOwnPlaylist: (call, playlistId) =>
      change(call, async (tx) => void (await getOwnPlaylist(tx, call, playlistId))),
    requireOwnMedia: (call, mediaId) => change(call, async (tx) => void (await getOwnMedia(tx, call, mediaId))),
    showPlaylistCover: (call, { playlistId, expectedVersion }, choose) =>
      change(call, async (tx) => {
        const { roomId } = call.room;
        const row = await getOwnPlaylist(tx, call, playlistId);
        checkVersion(row, expectedVersion);
        const before = row.cover as ShownPicture | null;
        const chosen = await choose(tx, before);
        if (chosen?.id === before?.id) return { playlist: toPlaylist(row) };
        await store.updatePlaylist(tx.query(), playlistId, { cover: storedPicture(chosen) });
        const playlist = toPlaylist(await getPlaylist(tx, roomId, playlistId));
        await tellPlaylist(tx, roomId, row.parent_id, { playlists: [playlist] });
        await tellPlaylist(tx, roomId, playlistId, {});
        return { playlist };
      }),
    showMediaPicture: (call, { mediaId, expectedVersion }, column, choose) =>
      change(call, async (tx) => {
        const { roomId } = call.room;
        const row = await getOwnMedia(tx, call, mediaId);
        checkVersion(row, expectedVersion);
        const before = row[column] as ShownPicture | null;
        const chosen = await choose(tx, before);
        if (chosen?.id === before?.id) return { media: toMedia(row, sources) };
        await store.updateMedia(tx.query(), mediaId, { [column]: storedPicture(chosen) });
        const media = toMedia(await getMedia(tx, roomId, mediaId), sources);
        await tellPlaylist(tx, roomId, row.playlist_id, { media: [media] });
        return { media };
      }),
  };
}
