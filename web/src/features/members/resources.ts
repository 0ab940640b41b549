import { defineResource } from '../../client/room/resource.ts';
import type { RoomConnection } from '../../client/room/room.ts';
import { addMembers, mergeMembers, mergeOnline } from './loaded-members.ts';

/** Most members of one page (contract). A snapshot over the socket is the first page. */
const pageSize = 100;

/** The members, as far as they are loaded. */
export const roomMembers = defineResource({ observe: 'roomMembers', changed: 'roomMembers', merge: mergeMembers });

/** Who is connected. */
export const onlineMembers = defineResource({
  observe: 'onlineMembers',
  changed: 'onlineMembers',
  merge: mergeOnline,
  resume: 'snapshot',
});

/** Loads the next page of members; after the last page the first one again, as members come and go. @throws ApiError [CS8] */
export function readMoreMembers({ api, roomId, resources }: RoomConnection): Promise<void> {
  return resources.extend(roomMembers, async ({ page, total }) => {
    const next = page * pageSize >= total ? 1 : page + 1;
    const read = await api.call('RoomService.GetRoomMembers', { room_id: roomId, page: next, page_size: pageSize });
    return (held) => addMembers(held, read, next);
  });
}
