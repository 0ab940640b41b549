import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleMember, handleRoomStream } from '../../../kernel/handler.ts';
import { changePayload } from '../../../realtime/frames.ts';
import { ownRows, type PersonalData } from '../../../store/personal-data.ts';
import type { Feature } from '../../feature.ts';
import type { WatchRoom } from '../../watch-room.ts';
import { type AddingParts, makeAdding } from './adding.service.ts';
import { type DeletingParts, makeDeleting } from './deleting.service.ts';
import { makeDynamicNames } from './dynamic-items.ts';
import {
  type Library,
  type LibraryAdditions,
  type LibraryPictures,
  playlistKind,
  rootPlaylistId,
} from './library.port.ts';
import { type LibraryParts, makeLibrary } from './library.service.ts';
import { changeCreator } from './library.store.ts';
import { type ListingParts, makeListing } from './listing.service.ts';
import { type MediaParts, makeMedia } from './media.service.ts';
import { makeLibraryPictures } from './pictures/library-pictures.service.ts';
import { makePlaylists, type PlaylistParts } from './playlists.service.ts';

type AllParts = AddingParts & DeletingParts & ListingParts & MediaParts & LibraryParts & PlaylistParts;
type Parts = Omit<AllParts, 'names'>;

export function libraryFeature(
  parts: Parts,
  watch: WatchRoom,
): Feature & { library: Library; libraryAdditions: LibraryAdditions; libraryPictures: LibraryPictures } {
  const media = makeMedia(parts);
  const names = makeDynamicNames(parts.cursors);
  const { list, snapshot } = makeListing({ ...parts, names });
  const adding = makeAdding(parts);
  const playlists = makePlaylists(parts);
  const deleting = makeDeleting(parts);
  const method = RoomService.method;
  return {
    name: 'library',
    personalData,
    tables: ['media', 'playlists'],
    reads: ['provider_accounts', 'room_members', 'users'],
    library: makeLibrary({ ...parts, names }),
    libraryAdditions: { addRecorded: adding.addRecorded, addSuggested: adding.addSuggested },
    libraryPictures: makeLibraryPictures(parts),
    onUserErased: (tx, userId, heirId) => changeCreator(tx.query(), userId, heirId),
    bindings: [
      handleMember(method.listPlaylists, ({ parentId }, call) => playlists.list(call, parentId)),
      handleMember(method.getPlaylist, ({ playlistId }, call) => playlists.get(call.room.roomId, playlistId)),
      handleMember(method.createPlaylist, (request, call) => playlists.create(request, call)),
      handleMember(method.updatePlaylist, (request, call) => playlists.update(request, call)),
      handleMember(method.movePlaylist, (request, call) => playlists.move(request, call)),
      handleMember(method.deletePlaylist, (request, call) => deleting.playlist(request, call)),
      handleMember(method.deleteEntries, (request, call) => deleting.entries(request, call)),
      handleMember(method.clearPlaylist, ({ playlistId }, call) => deleting.clear(playlistId, call)),
      handleMember(method.addMedia, (request, call) => adding.addOne(request, call)),
      handleMember(method.addMediaBatch, (request, call) => adding.addMany(request, call)),
      handleMember(method.listPlaylistItems, (request, call) => list(request, call)),
      handleMember(method.getMedia, ({ mediaId }, call) => media.get(mediaId, call)),
      handleMember(method.editMedia, (request, call) => media.edit(request, call)),
      handleMember(method.moveMedia, (request, call) => media.move(request, call)),
      handleMember(method.deleteMedia, (request, call) => deleting.media(request, call)),
      handleRoomStream(method.watchPlaylistItems, async function* ({ playlistId }, call) {
        const query = { case: 'playlistItems', value: playlistId === undefined ? {} : { playlistId } } as const;
        for await (const { resource, snapshot } of watch(call, query)) {
          if (resource.case === 'playlistItems') yield { change: resource.value, snapshot };
        }
      }),
    ],
    resources: [
      {
        case: 'playlistItems',
        permission: Permission.BROWSE_LIBRARY,
        membersOnly: true,
        key: (query, viewer) => playlistKind(query.playlistId ?? rootPlaylistId(viewer.standing.roomId)),
        async snapshot(roomId, key) {
          const playlistId = key.slice(key.indexOf('/') + 1);
          const value = { playlistId, ...(await snapshot(roomId, playlistId)) };
          return { version: 0, payload: changePayload({ snapshot: true, resource: { case: 'playlistItems', value } }) };
        },
      },
    ],
  };
}

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  rows: [
    ownRows('playlists', {
      file: 'playlists',
      of: 'creator_id',
      order: 'created_at',
      columns: [
        'id',
        'room_id',
        'parent_id',
        'name',
        'position',
        'created_at',
        'browse_access',
        'target',
        'cover',
        'item_count',
      ],
      leftOut: {
        creator_id: 'the person themselves',
        version: 'a counter',
        account_id: 'a note of the server for itself',
      },
    }),
    ownRows('media', {
      file: 'items',
      of: 'creator_id',
      order: 'created_at',
      columns: [
        'id',
        'room_id',
        'playlist_id',
        'name',
        'source',
        'provider',
        'duration_seconds',
        'position',
        'created_at',
        'cover',
        'uploaded_thumbnail',
        'artwork',
      ],
      leftOut: {
        creator_id: 'the person themselves',
        version: 'a counter',
        sealed_secrets: 'secrets',
        source_version: 'a counter',
        account_id: 'a note of the server for itself',
        target_hash: 'a digest',
        target_folder: 'a note of the server for itself',
        suggester_id: 'another person',
      },
    }),
  ],
};
