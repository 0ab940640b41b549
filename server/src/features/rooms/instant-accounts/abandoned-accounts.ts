import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Database } from '../../../store/database.ts';
import type { Users } from '../../accounts/users/users.port.ts';
import type { AccountClosing, AccountErasing } from '../closure/closure.port.ts';
import { type InstantAccountTables, listAbandoned } from './instant-accounts.store.ts';

/** Interval of the search for abandoned accounts, in milliseconds, and the number erased per run. */
const periodMs = 600_000;
const limit = 100;

export interface AbandonedAccountParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly users: Users;
  readonly closing: AccountClosing;
  readonly erasing: AccountErasing;
}

/**
 * Erases abandoned accounts: created by a name only, and without a valid refresh token. A refresh token lives for 30
 * days after its last use, so this is 30 days after the last visit. Several replicas may do this at the same time,
 * because each checks again under a lock. [IA6]
 */
export function makeAbandonedAccounts({ db, clock, log, users, closing, erasing }: AbandonedAccountParts): Part {
  const which = () => {
    const nowMs = clock.nowMs();
    return { now: dateOf(nowMs), madeBefore: dateOf(nowMs - periodMs), limit };
  };

  async function erase(id: string): Promise<void> {
    await db.write(async (tx) => {
      await users.lock(tx, id);
      const [stillAbandoned] = await listAbandoned(tx.query<InstantAccountTables>(), { ...which(), id });
      if (stillAbandoned === undefined) return;
      await closing.close(tx, id);
      await erasing.erase(tx, id);
    });
  }

  /** An account that cannot be erased does not block the others. */
  async function eraseAll(): Promise<void> {
    for (const id of await listAbandoned(db.query<InstantAccountTables>(), which()))
      await erase(id).catch((err) => logFailedWork(log, err, 'an abandoned account could not be erased', { id }));
  }

  return makeWorker({
    name: 'erasing of abandoned accounts',
    clock,
    log,
    periodMs,
    work: eraseAll,
    runsAtStart: false,
  });
}
