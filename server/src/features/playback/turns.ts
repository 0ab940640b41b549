import { type Clock, pause } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { Gathering, type Outcome } from '../../kernel/gather.ts';
import type { Database, Tx } from '../../store/database.ts';
import type { Timeline } from './timeline.ts';

/**
 * What a change gives: the new state, or undefined to leave everything as it is. It runs under the lock of the room's row and
 * refuses (with an AppError) before it writes anything: others may share its transaction.
 */
export type Change = (
  timeline: Timeline,
  nowMs: number,
  tx: Tx,
) => Timeline | undefined | Promise<Timeline | undefined>;

/** A room's state after a change, and whether the change is what made it; no state: the room is gone. */
export interface Changed {
  readonly timeline: Timeline | undefined;
  readonly isChanged: boolean;
}

/** Applies changes one after the other within a transaction. Throws what is no refusal: then the transaction is void. */
export type ApplyAll = (tx: Tx, roomId: string, changes: readonly Change[]) => Promise<readonly Outcome<Changed>[]>;

/** Changes that share a transaction at most. */
const maxTogether = 32;

/** From so many connections on a room rests between commits; below, telling them takes less time than a timer. */
const largeRoom = 100;
/** Longest rest, in milliseconds. */
const longestRestMs = 20;

interface TurnsParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Connections that hear of a change of the room. */
  readonly audience: (roomId: string) => number;
  readonly applyAll: ApplyAll;
}

/**
 * Gives the function by which a room is changed: those who wait for one another's commit commit together, and a large room rests
 * between commits while its members are told, so that many changes in a row share their writes. [PB7] [PB19]
 */
export function makeTurns({
  db,
  clock,
  audience,
  applyAll,
}: TurnsParts): (roomId: string, change: Change) => Promise<Changed> {
  const rooms = new Map<string, Gathering<Change, Changed>>();

  async function commit(roomId: string, changes: readonly Change[]): Promise<readonly Outcome<Changed>[]> {
    try {
      return await db.write((tx) => applyAll(tx, roomId, changes));
    } catch (error) {
      // One that breaks the transaction must not take others with it. Nothing of theirs was committed.
      if (!(error instanceof BrokenChange)) throw error;
      if (changes.length === 1) return [{ error: error.cause }];
      const outcomes: Outcome<Changed>[] = [];
      for (const change of changes) {
        outcomes.push(...(await commit(roomId, [change]).catch((alone) => [{ error: alone }])));
      }
      return outcomes;
    }
  }

  /** As long as it takes to write to all sockets, which happens at the end of this turn: while the last of them read, more comes. */
  async function rest(roomId: string): Promise<void> {
    if (audience(roomId) < largeRoom) return;
    const startedAtMs = clock.nowMs();
    await new Promise((resolve) => setImmediate(resolve));
    await pause(clock, Math.min(longestRestMs, Math.max(0, clock.nowMs() - startedAtMs)));
  }

  function open(roomId: string): Gathering<Change, Changed> {
    const room = new Gathering<Change, Changed>((changes) => commit(roomId, changes), {
      maxItems: maxTogether,
      start: 'afterInput',
      rest: () => rest(roomId),
      onIdle: () => rooms.delete(roomId),
    });
    rooms.set(roomId, room);
    return room;
  }

  return (roomId, change) => (rooms.get(roomId) ?? open(roomId)).add(change);
}

/** Thrown by a change itself, and no refusal: the transaction cannot go on. */
class BrokenChange extends Error {
  override readonly name = 'BrokenChange';
  /** SQLSTATE of a conflict, after which the whole transaction runs again. */
  readonly code: unknown;

  constructor(cause: unknown) {
    super('a change broke its transaction', { cause });
    this.code = (cause as { code?: unknown } | undefined)?.code;
  }
}

/** Runs one change. @returns what it gives, or its refusal. @throws BrokenChange for everything else. */
export async function attempt(
  run: () => ReturnType<Change>,
): Promise<{ readonly next: Timeline | undefined } | { readonly error: AppError }> {
  try {
    return { next: await run() };
  } catch (error) {
    if (error instanceof AppError && !error.reason.startsWith('store.')) return { error };
    throw new BrokenChange(error);
  }
}
