import { defineResource } from '../../../client/room/resource.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { addMembers, mergeMembers, mergeOnline } from './loaded-members.ts';

/** Most members of one page (contract). A snapshot over the socket is the first page. */
const pageSize = 100;

/** The members, as far as they are loaded. */
export const roomMembers = defineResource({ observe: 'roomMembers', changed: 'roomMembers', merge: mergeMembers });

/** The people who are connected. */
export const onlineMembers = defineResource({
  observe: 'onlineMembers',
  changed: 'onlineMembers',
  merge: mergeOnline,
  resume: 'snapshot',
});

/**
 * Reads the loaded members again. A setting of the room changes the permissions of all of them, and the server then
 * does not send the members again.
 * @throws ApiError [WM6]
 */
export function rereadMembers({ api, roomId, resources }: RoomConnection): Promise<void> {
  return resources.extend(roomMembers, async ({ members }) => {
    const pages = Array.from({ length: Math.ceil(members.length / pageSize) }, (_, index) => index + 1);
    const reads = await Promise.all(
      pages.map((page) => api.call('RoomService.GetRoomMembers', { room_id: roomId, page, page_size: pageSize })),
    );
    return (held) => reads.reduce((all, read) => addMembers(all, read, held.page), held);
  });
}

/**
 * Loads the next page of members. After the last page it loads the first one again, as members join and leave.
 * @throws ApiError [CS8]
 */
export function readMoreMembers({ api, roomId, resources }: RoomConnection): Promise<void> {
  return resources.extend(roomMembers, async ({ page, total }) => {
    const next = page * pageSize >= total ? 1 : page + 1;
    const read = await api.call('RoomService.GetRoomMembers', { room_id: roomId, page: next, page_size: pageSize });
    return (held) => addMembers(held, read, next);
  });
}
