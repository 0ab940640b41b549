import { LRUCache } from 'lru-cache';
import { Batcher, type Outcome } from '../kernel/batcher.ts';
import type { Database, Tx } from './database.ts';
import { mayHaveCommitted } from './store.errors.ts';

/** Concurrent commits of one kind of change. While fewer rooms are busy, each commits alone and at once. */
const atOnce = 3;
/** Maximum number of rooms that share a commit: the first waits until the changes of the last are applied. */
const maxRooms = 24;
/** Maximum number of rooms whose failure is remembered. */
const maxFailed = 1_000;

/**
 * Applies changes sequentially in one transaction. Refusals are outcomes; any other failure is thrown and aborts the
 * transaction.
 */
export type ApplyAll<C, R> = (tx: Tx, roomId: string, changes: readonly C[]) => Promise<readonly Outcome<R>[]>;

interface SharedCommitParts<C, R> {
  readonly db: Database;
  readonly applyAll: ApplyAll<C, R>;
  /** Commits the changes of a room in its own transaction. */
  readonly commitAlone: (roomId: string, changes: readonly C[]) => Promise<readonly Outcome<R>[]>;
}

interface RoomChanges<C> {
  readonly roomId: string;
  readonly changes: readonly C[];
}

/**
 * Returns the function that commits the changes of a room. Rooms that arrive while others commit share the next
 * transaction: one `begin`, one wait for the disk, and one round trip for each step of all of them. If a shared commit
 * fails, each room commits alone; a room that fails alone is not batched with others until it succeeds. [ST54] [ST55]
 */
export function shareCommits<C, R>({ db, applyAll, commitAlone }: SharedCommitParts<C, R>) {
  type Answer = Outcome<readonly Outcome<R>[]>;
  const failed = new LRUCache<string, true>({ max: maxFailed });

  async function alone({ roomId, changes }: RoomChanges<C>): Promise<Answer> {
    try {
      const value = await commitAlone(roomId, changes);
      failed.delete(roomId);
      return { value };
    } catch (error) {
      failed.set(roomId, true);
      return { error };
    }
  }

  /** All processes lock rooms in the order of their ids, so that they do not deadlock. */
  async function applyInOrder(tx: Tx, batches: readonly RoomChanges<C>[]) {
    const sorted = [...batches].sort((a, b) => (a.roomId < b.roomId ? -1 : 1));
    const applying = sorted.map(({ roomId, changes }) => applyAll(tx, roomId, changes));
    // The transaction must not be used any more once it has failed, so this waits for all of them.
    await Promise.allSettled(applying);
    const outcomes = await Promise.all(applying);
    return new Map(sorted.map(({ roomId }, place) => [roomId, outcomes[place]!]));
  }

  async function together(batches: readonly RoomChanges<C>[]): Promise<readonly Answer[]> {
    if (batches.length === 1) return [await alone(batches[0]!)];
    try {
      const outcomes = await db.write((tx) => applyInOrder(tx, batches));
      return batches.map(({ roomId }) => ({ value: outcomes.get(roomId)! }));
    } catch (error) {
      if (mayHaveCommitted(error)) throw error;
      return Promise.all(batches.map(alone));
    }
  }

  const batcher = new Batcher(together, { atOnce, maxItems: maxRooms });
  return async (roomId: string, changes: readonly C[]): Promise<readonly Outcome<R>[]> => {
    if (!failed.has(roomId)) return batcher.add({ roomId, changes });
    const answer = await alone({ roomId, changes });
    if ('error' in answer) throw answer.error;
    return answer.value;
  };
}
