import { Batcher, type Outcome } from '../kernel/batcher.ts';
import type { Database } from './database.ts';
import { type ApplyAll, shareCommits } from './shared-commits.ts';
import { isOfOneValue } from './store.errors.ts';

/**
 * Default maximum of changes per transaction. With 16, a busy chat accepts 0.7 of the messages. With 100, the slowest
 * message takes a quarter longer, because all senders wait for the same commit (`npm run bench -- chat`).
 */
const maxTogether = 50;

interface BatchedWriteParts<C, R> {
  readonly db: Database;
  readonly applyAll: ApplyAll<C, R>;
  /** A higher maximum, for changes where a hundred cost hardly more than one. */
  readonly together?: number;
  /** Called after each commit of a room; the room's next commit begins when this resolves. */
  readonly rest?: (roomId: string) => Promise<void>;
}

/** A change failed with an error other than a refusal, so its transaction cannot continue. */
export class BrokenChange extends Error {
  override readonly name = 'BrokenChange';
  /** SQLSTATE of the failure. After a conflict the whole transaction runs again. */
  readonly code: unknown;

  constructor(cause: unknown) {
    super('a change broke its transaction', { cause });
    this.code = (cause as { code?: unknown } | undefined)?.code;
  }
}

/**
 * Returns the function that changes a room. Changes that arrive while the room commits share its next commit, and rooms
 * that commit at the same time share commits. So a process needs few connections, however many changes arrive. When a
 * change breaks the transaction, nothing is committed, and each change is retried alone.
 */
export function batchedWrite<C, R>({
  db,
  applyAll,
  together = maxTogether,
  rest,
}: BatchedWriteParts<C, R>): (roomId: string, change: C) => Promise<R> {
  const rooms = new Map<string, Batcher<C, R>>();

  async function commitAlone(roomId: string, changes: readonly C[]): Promise<readonly Outcome<R>[]> {
    try {
      return await db.write((tx) => applyAll(tx, roomId, changes));
    } catch (error) {
      if (!isOfOneValue(error)) throw error;
      if (changes.length === 1) return [{ error: error instanceof BrokenChange ? error.cause : error }];
      const outcomes: Outcome<R>[] = [];
      for (const change of changes) {
        outcomes.push(...(await commitAlone(roomId, [change]).catch((alone) => [{ error: alone }])));
      }
      return outcomes;
    }
  }

  const commit = shareCommits({ db, applyAll, commitAlone });

  function open(roomId: string): Batcher<C, R> {
    const room = new Batcher<C, R>((changes) => commit(roomId, changes), {
      maxItems: together,
      start: 'afterInput',
      ...(rest ? { rest: () => rest(roomId) } : {}),
      onIdle: () => rooms.delete(roomId),
    });
    rooms.set(roomId, room);
    return room;
  }

  return (roomId, change) => (rooms.get(roomId) ?? open(roomId)).add(change);
}
