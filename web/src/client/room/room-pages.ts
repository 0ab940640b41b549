import type { Api } from '../calls/api.ts';
import type { PlaylistName, RoomCache } from './room-cache.ts';

/** Most items of one page (contract); a snapshot over the socket is the first one. */
const pageSize = 100;

/** The pages of a room's lists behind the first one, which comes over the socket. Concurrent calls for one list are one. */
export interface RoomPages {
  /** Loads the media that follow those in the cache. @throws ApiError */
  moreMedia(name: PlaylistName): Promise<void>;
  /** Loads the next page of members, the first one again after the last. @throws ApiError */
  moreMembers(): Promise<void>;
}

/** Makes the pages of one room. [CS8] */
export function makeRoomPages(api: Api, room_id: string, cache: RoomCache): RoomPages {
  const running = new Map<string, Promise<void>>();
  let memberPage = 1;

  function once(key: string, work: () => Promise<void>): Promise<void> {
    const promise = running.get(key) ?? work().finally(() => running.delete(key));
    running.set(key, promise);
    return promise;
  }

  return {
    async moreMedia(name) {
      const items = cache.stores[name].get();
      if (!items) return;
      const { playlistId } = items;
      const pagesBefore = Math.floor(items.media.length / pageSize);
      const place = { playlist_id: playlistId, page: pagesBefore + 1, page_size: pageSize };
      await once(playlistId, async () => {
        const { media } = await api.call('RoomService.ListPlaylistItems', { room_id, ...place });
        // Meanwhile another playlist may have been opened.
        if (cache.stores[name].get()?.playlistId === playlistId) cache.addMedia(name, media, pagesBefore * pageSize);
      });
    },
    moreMembers: () =>
      once('members', async () => {
        const total = cache.stores.roomMembers.get()?.total ?? 0;
        memberPage = memberPage * pageSize >= total ? 1 : memberPage + 1;
        const page = await api.call('RoomService.GetRoomMembers', { room_id, page: memberPage, page_size: pageSize });
        cache.addMembers(page.members, page.total);
      }),
  };
}
