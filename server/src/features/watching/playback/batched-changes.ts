import { type Clock, nextTurn, pause } from '../../../kernel/clock.ts';
import { batchedWrite } from '../../../store/batched-write.ts';
import type { Database } from '../../../store/database.ts';
import type { ApplyAll } from '../../../store/shared-commits.ts';
import type { Changed } from './changes.ts';

/**
 * Rooms with at least this many connections pause between commits. In smaller rooms, telling everyone takes less time
 * than a timer.
 */
const largeRoom = 100;
/** Longest pause between commits, in milliseconds. */
const longestRestMs = 20;

interface BatchedChangesParts<C> {
  readonly db: Database;
  readonly clock: Clock;
  /** Number of connections that receive a change of the room. */
  readonly audience: (roomId: string) => number;
  readonly applyAll: ApplyAll<C, Changed>;
}

/**
 * Returns the function that changes the playback of a room. In a large room it also pauses between commits while
 * changes are sent to members, so that more changes share a commit. [PB7] [PB19] Under a stream of seeks in a room of a
 * thousand, sending to a member takes 2.3 times the processor time if each change commits alone, and 1.45 times without
 * the pause (`npm run bench -- fanout`).
 */
export function makeBatchedChanges<C>({ db, clock, audience, applyAll }: BatchedChangesParts<C>) {
  /**
   * Waits for as long as writing to all sockets took. The writing happens at the end of this turn of the event loop.
   */
  async function rest(roomId: string): Promise<void> {
    if (audience(roomId) < largeRoom) return;
    const startedAtMs = clock.nowMs();
    await nextTurn();
    await pause(clock, Math.min(longestRestMs, Math.max(0, clock.nowMs() - startedAtMs)));
  }

  return batchedWrite({ db, applyAll, rest });
}
