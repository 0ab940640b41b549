import type { Tx } from '../../../../store/database.ts';
import type { FolderQueue, Library } from '../../../media/library/library.port.ts';
import type { Rooms } from '../../../rooms/rooms/rooms.port.ts';
import type { Timeline } from '../timeline.ts';
import type { next } from './play-order.ts';
import { readQueue } from './play-queue.ts';

export interface BesideParts {
  readonly library: Pick<Library, 'order' | 'folderQueue'>;
  readonly rooms: Pick<Rooms, 'getSettings'>;
}

/**
 * The item before or after the current one in the room's mode; undefined: there is none. `folder`: the result of
 * `readFolder`, called before the transaction.
 */
export async function itemBeside(
  { library, rooms }: BesideParts,
  tx: Tx,
  roomId: string,
  timeline: Timeline,
  folder: FolderQueue | undefined,
  choose: typeof next,
): Promise<string | undefined> {
  const [{ autoPlay: mode }, queue] = await Promise.all([
    rooms.getSettings(roomId, tx),
    readQueue(library, tx, roomId, timeline, folder),
  ]);
  const key = choose({ keys: queue.keys, mode, seed: timeline.shuffleSeed }, queue.current);
  return key === undefined ? undefined : queue.keep(tx, key);
}
