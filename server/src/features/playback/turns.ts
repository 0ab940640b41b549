import { type Clock, pause } from '../../kernel/clock.ts';
import { Gathering, type Outcome } from '../../kernel/gather.ts';
import type { Database, Tx } from '../../store/database.ts';
import { BrokenChange, type Change, type Changed } from './changes.ts';

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
