import type { Compilable, Kysely } from 'kysely';
import type { Log } from '../kernel/log.ts';
import type { AfterCommit, Tx } from './database.ts';
import type { ConnectionPool } from './database-pool.ts';
import type { NewEvent, StoredEvent } from './events/event.ts';
import { lockTopic, storedEvents, storingEvents } from './events/outbox.ts';
import { beginTransaction } from './transaction.ts';
import type { WriteGuard } from './write-guard.ts';

export interface WriteParts {
  readonly pool: ConnectionPool;
  /** Name of this process in the notifications of its commits. */
  readonly origin: string;
  readonly guard: WriteGuard | undefined;
}

/** The result of a committed write, and the work that remains to be done for it. */
export interface Committed<R> {
  readonly result: R;
  readonly events: readonly StoredEvent[];
  readonly after: readonly AfterCommit[];
}

/** What a write collects to do at its end. */
interface Ending {
  readonly emitted: NewEvent[];
  readonly last: Compilable[];
  readonly after: AfterCommit[];
}

/**
 * Runs `work` in a transaction and commits it with its events. @throws any failure; nothing is then committed, unless
 * the connection was lost.
 */
export async function writeOnce<R>(
  { pool, origin, guard }: WriteParts,
  work: (tx: Tx) => Promise<R>,
): Promise<Committed<R>> {
  const ending: Ending = { emitted: [], last: [], after: [] };
  const { emitted, last, after } = ending;
  const transaction = await beginTransaction(pool);
  const { kysely } = transaction;
  const tx = makeTx(kysely, ending);
  try {
    const result = await (guard ? guard.run(() => work(tx)) : work(tx));
    const storing = emitted.length === 0 ? [] : [storingEvents(kysely, emitted, origin)];
    const results = await transaction.commit([...last.map((statement) => statement.compile()), ...storing]);
    return { result, events: emitted.length === 0 ? [] : storedEvents(emitted, results.at(-1)?.rows ?? []), after };
  } catch (cause) {
    await transaction.rollback();
    throw cause;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each caller names the tables that it knows.
function makeTx(kysely: Kysely<any>, { emitted, last, after }: Ending): Tx {
  const lockedAt = new Map<string, Promise<number>>();
  return {
    query: <T>() => kysely as Kysely<T>,
    emit: (event) => void emitted.push(event),
    finish: (statement) => void last.push(statement),
    afterCommit: (work) => void after.push(work),
    nextSequence: async (topic) => {
      const latest = lockedAt.get(topic) ?? lockTopic(kysely, topic);
      lockedAt.set(topic, latest);
      return (await latest) + emitted.filter((event) => event.topic === topic).length + 1;
    },
  };
}

/** Runs the work that follows a commit, sequentially. Never rejects. */
export async function runAfterCommit(after: readonly AfterCommit[], log: Log): Promise<void> {
  for (const work of after) {
    try {
      await work();
    } catch (err) {
      log.error({ err }, 'work that follows a commit failed');
    }
  }
}
