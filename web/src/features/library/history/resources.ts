import { defineResource } from '../../../client/room/resource.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { addOlder, mergeHistory } from './loaded-history.ts';

/** The history of the room. It is observed while a person looks at it. */
export const playbackHistory = defineResource({
  observe: 'playbackHistory',
  changed: 'playbackHistory',
  resume: 'snapshot',
  merge: mergeHistory,
});

/** Entries of a page, the most that the contract allows. */
const pageSize = 100;

/** Loads the entries before the loaded ones. @throws ApiError */
export function readOlder({ api, roomId, resources }: RoomConnection): Promise<void> {
  const read = (cursor: string) =>
    api.call('RoomService.ListPlaybackHistory', { room_id: roomId, cursor, page_size: pageSize });
  return resources.extend(playbackHistory, async ({ cursor }) => {
    if (cursor !== undefined) {
      const page = await read(cursor);
      return (held) => addOlder(held, page);
    }
    // The snapshot had no cursor. The first page has the same entries again; the second one continues.
    const first = await read('');
    const second = first.next_cursor === undefined ? first : await read(first.next_cursor);
    return (held) => addOlder(addOlder(held, first), second);
  });
}
