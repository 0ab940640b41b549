import { create } from '@bufbuild/protobuf';
import { BrowseAccess, ListPlaylistItemsRequestSchema } from '@matinee/contract/gen/service/client/library_pb.ts';
import { isPrivate } from './dynamic.store.ts';
import { type DynamicListingParts, makeDynamicListing } from './dynamic-listing.service.ts';
import { libraryErrors } from './library.errors.ts';
import { getPlaylist, listHiddenFrom, type RoomCall } from './library-access.ts';
import { type ListRequest, makeOwnListing, type OwnListingParts } from './own-listing.service.ts';

/** Most media in a snapshot. */
const snapshotSize = 100;

export type ListingParts = DynamicListingParts & OwnListingParts;

/** Lists the entries of playlists: stored items, or entries of a provider's folder. */
export function makeListing(parts: ListingParts) {
  const { db } = parts;
  const listOwn = makeOwnListing(parts);
  const dynamic = makeDynamicListing(parts);

  return {
    async list({ preview, ...request }: ListRequest, call: RoomCall) {
      const { principal, room } = call;
      if (preview) return dynamic.preview(room.roomId, preview, request, principal);
      const [playlist, hidden] = await Promise.all([
        getPlaylist(db, room.roomId, request.playlistId),
        listHiddenFrom(db, call),
      ]);
      if (hidden.includes(playlist.id)) throw libraryErrors.not_browsable();
      if (playlist.target !== null) return dynamic.playlist(playlist, request, principal);
      return listOwn(request, room.roomId, playlist, hidden);
    },
    /**
     * The first state for all observers of a playlist. For a private or dynamic playlist it has only the total: clients
     * that may browse it request the items. [LI14] [LI16]
     */
    async snapshot(roomId: string, playlistId: string) {
      const playlist = await getPlaylist(db, roomId, playlistId);
      const isHidden = playlist.target !== null || (await isPrivate(db.query(), playlistId, BrowseAccess.CREATOR));
      if (isHidden) return { playlists: [], media: [], total: playlist.item_count };
      const first = create(ListPlaylistItemsRequestSchema, { playlistId, pageSize: snapshotSize });
      const { playlists, media, total } = await listOwn(first, roomId, playlist, []);
      return { playlists, media, total: total ?? media.length };
    },
  };
}
