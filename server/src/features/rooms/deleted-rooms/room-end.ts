import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeWorker, type Worker } from '../../../kernel/worker.ts';
import type { Database } from '../../../store/database.ts';
import { deleteEvents } from '../../../store/events/erasing.ts';
import { restorableMs } from '../closure/closure.port.ts';
import type { RoomCare } from '../rooms/rooms.port.ts';
import * as store from './deleted-rooms.store.ts';

const periodMs = 600_000;
const eventsAtOnce = 500;

export interface RoomEndParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly rooms: Pick<RoomCare, 'erase'>;
  /** Deletes some of a deleted room's content, so that the final transaction is short. True: there is more. */
  readonly onErasing: (roomId: string) => Promise<boolean>;
}

/**
 * Erases rooms that can no longer be restored, one after the other. Several replicas may do this at the same time: each
 * step happens once, and the slower replica finds the room gone. [DR5]
 */
export function makeRoomEnd({ db, clock, log, rooms, onErasing }: RoomEndParts): Worker {
  async function erase(roomId: string, before: Date): Promise<void> {
    await db.write(async (tx) => {
      const row = await store.findDeleted(tx.query(), roomId, 'lock');
      if (row && row.deleted_at <= before) await rooms.erase(tx, roomId);
    });
  }

  /** Rooms that could not be erased. They are skipped until the next run, so that they do not block the others. */
  const failed = new Set<string>();

  async function eraseSome(roomId: string, before: Date): Promise<void> {
    const events = await deleteEvents(db.query(), roomId, eventsAtOnce);
    if (events < eventsAtOnce && !(await onErasing(roomId))) await erase(roomId, before);
  }

  /** True: there is more. */
  async function work(): Promise<boolean> {
    const before = dateOf(clock.nowMs() - restorableMs);
    const spent = await store.listSpent(db.query<store.DeletedRoomTables>(), before, failed.size + 1);
    const roomId = spent.find((id) => !failed.has(id));
    if (roomId === undefined) {
      failed.clear();
      return false;
    }
    await eraseSome(roomId, before).catch((err) => {
      failed.add(roomId);
      logFailedWork(log, err, 'a deleted room could not be erased', { roomId });
    });
    return true;
  }

  return makeWorker({ name: 'erasing of deleted rooms', clock, log, periodMs, work });
}
