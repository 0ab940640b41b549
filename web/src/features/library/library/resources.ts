import { defineResource, type Resource } from '../../../client/room/resource.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { addMedia, type LoadedPlaylist, mergePlaylist } from './loaded-playlist.ts';

/** Most media of one page (contract). A snapshot over the socket is the first page. */
const pageSize = 100;

/** The root playlist. */
export const rootPlaylist = defineResource({
  observe: 'playlistItems',
  changed: 'playlistItems',
  merge: mergePlaylist,
});

/** The item that plays automatically after the current one. */
export const upNext = defineResource({ observe: 'upNext', changed: 'upNext', resume: 'snapshot' });

/** How far the room is in the series that plays. */
export const seriesProgress = defineResource({
  observe: 'seriesProgress',
  changed: 'seriesProgress',
  resume: 'snapshot',
});

/** A playlist inside the root one; observed while a person looks into it. */
export function playlistOf(playlistId: string): Resource<LoadedPlaylist> {
  return defineResource({
    observe: 'playlistItems',
    changed: 'playlistItems',
    merge: mergePlaylist,
    query: { playlist_id: playlistId },
    id: `playlistItems/${playlistId}`,
  });
}

/** Loads the media after the loaded ones. @throws ApiError [CS8] */
export function readMoreMedia({ api, roomId, resources }: RoomConnection, source: Resource<LoadedPlaylist>) {
  return resources.extend(source, async ({ playlistId, media }) => {
    const pagesBefore = Math.floor(media.length / pageSize);
    const read = await api.call('RoomService.ListPlaylistItems', {
      room_id: roomId,
      playlist_id: playlistId,
      page: pagesBefore + 1,
      page_size: pageSize,
    });
    return (held) => addMedia(held, read.media, pagesBefore * pageSize);
  });
}
