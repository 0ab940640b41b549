import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import { logFailedWork } from '../../../../kernel/failed-work.ts';
import type { Log } from '../../../../kernel/log.ts';
import type { Database, Tx } from '../../../../store/database.ts';
import type { FileTables } from '../files.store.ts';
import type { Backends } from '../uploads/parts.ts';
import * as store from './orphans.store.ts';

/** Maximum number of rows per transaction: few enough that no other transaction waits long for their locks. */
const batchSize = 100;
/** How long uploaded but unused files are kept, and bytes without references, in milliseconds. */
export const graceMs = 86_400_000;
/** When freeing bytes is retried after the backend failed, in milliseconds. */
const retryMs = 600_000;

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly backends: Backends;
}

/** Frees unused bytes: abandoned uploads, files that were never sent, and bytes whose last file is gone. [FI14] */
export function makeOrphans({ db, clock, log, backends }: Parts) {
  async function inBatches(work: (tx: Tx) => Promise<number>): Promise<void> {
    while ((await db.write(work)) === batchSize);
  }

  async function freeBytes(): Promise<void> {
    for (;;) {
      const nowMs = clock.nowMs();
      const due = await store.takeRemovals(db.query<FileTables>(), dateOf(nowMs), dateOf(nowMs + retryMs), batchSize);
      for (const { location, backend, handle } of due) {
        try {
          await backends.named(backend).remove(location, handle ?? undefined);
          await store.deleteRemoval(db.query(), location);
        } catch (err) {
          logFailedWork(log, err, 'bytes of a file could not be freed', { location, backend });
        }
      }
      if (due.length < batchSize) return;
    }
  }

  return {
    async collect(): Promise<void> {
      const now = dateOf(clock.nowMs());
      const before = dateOf(clock.nowMs() - graceMs);
      await inBatches((tx) => store.deleteExpired(tx.query(), now, batchSize));
      await inBatches((tx) => store.deleteUnused(tx.query(), before, batchSize));
      await db.write((tx) => store.markOrphans(tx.query(), now));
      await inBatches((tx) => store.deleteOrphans(tx.query(), before, batchSize));
      await freeBytes();
    },
  };
}
