import { defineResource } from '../../../client/room/resource.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { addOlder, mergeHistory } from './loaded-history.ts';

/** What the room has played. It is observed while somebody looks at it. */
export const playbackHistory = defineResource({
  observe: 'playbackHistory',
  changed: 'playbackHistory',
  resume: 'snapshot',
  merge: mergeHistory,
});

/** Entries of a page, the most that the contract allows. */
const pageSize = 100;

/** Loads what was played before that. @throws ApiError */
export function readOlder({ api, roomId, resources }: RoomConnection): Promise<void> {
  const read = (cursor: string) =>
    api.call('RoomService.ListPlaybackHistory', { room_id: roomId, cursor, page_size: pageSize });
  return resources.extend(playbackHistory, async ({ cursor }) => {
    if (cursor !== undefined) {
      const page = await read(cursor);
      return (held) => addOlder(held, page);
    }
    // The snapshot came without a cursor: the first page has what is there already, and the second one what follows.
    const first = await read('');
    const second = first.next_cursor === undefined ? first : await read(first.next_cursor);
    return (held) => addOlder(addOlder(held, first), second);
  });
}
