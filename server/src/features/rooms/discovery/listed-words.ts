import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeWorker, type Worker } from '../../../kernel/worker.ts';
import type { Database } from '../../../store/database.ts';
import { type ListedWordTables, removeUnused } from './listed-words.store.ts';

/** A word is removed by the second run that finds no room with it, so it outlives its last room by up to half a day. */
export const periodMs = 6 * 3_600_000;
/** Number of words that are checked in one transaction. */
const batch = 500;

export interface ListedWordParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Removes words that no listed room contains any more. Several replicas may do this at the same time. [DI9] */
export function makeListedWords({ db, clock, log }: ListedWordParts): Worker {
  async function clean(stopping: AbortSignal): Promise<void> {
    let afterId: string | undefined = '0';
    while (afterId !== undefined && !stopping.aborted) {
      const after: string = afterId;
      afterId = await db.write((tx) => removeUnused(tx.query<ListedWordTables>(), after, batch));
    }
  }
  return makeWorker({ name: 'removal of unused words', clock, log, periodMs, work: clean, runsAtStart: false });
}
