import { BanTarget } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Bans } from '../../accounts/bans/bans.port.ts';
import type { Users } from '../../accounts/users/users.port.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { type AccountErasing, restorableMs } from '../../rooms/closure/closure.port.ts';
import { listErasable } from './accounts.store.ts';

/** How often the server lifts bans that have expired, in milliseconds. [BA2] */
const liftPeriodMs = 15_000;
/** How often the server erases accounts that can no longer be restored, in milliseconds. */
const erasePeriodMs = 600_000;
/** Most such accounts read at once. */
const erasePage = 100;

export interface AccountEndParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly users: Users;
  readonly bans: Bans;
  readonly audit: Audit;
  readonly erasing: AccountErasing;
}

/**
 * Lifts expired bans, and erases accounts that can no longer be restored. Several replicas may run this at once,
 * because each step checks again under a lock.
 */
export function makeAccountEnds({ db, clock, log, users, bans, audit, erasing }: AccountEndParts) {
  const failed = (err: unknown) => logFailedWork(log, err, 'accounts could not be tidied up');
  /**
   * Does the due work for one account. If it fails, for example because another replica was faster, the other accounts
   * are still processed.
   */
  const alone = (work: (tx: Tx) => Promise<void>) => db.write(work).catch(failed);

  /** [BA2] [AM7] */
  async function liftDue(): Promise<void> {
    for await (const { target_id: userId, target, id } of bans.due(dateOf(clock.nowMs()))) {
      if (target !== BanTarget.USER) continue;
      await alone(async (tx) => {
        const { row } = await users.lock(tx, userId);
        const inForce = (await bans.find(BanTarget.USER, [userId], tx)).get(userId);
        if (inForce?.id !== id) return;
        await users.change(tx, userId, { banned: false });
        await bans.lift(tx, 'system', BanTarget.USER, userId);
        await audit.record(tx, 'system', {
          action: 'user.unbanned',
          target: userId,
          details: { username: row.username },
        });
      });
    }
  }

  const erasable = (before: Date, afterId: string) => listErasable(db.query(), before, afterId, erasePage);

  /** [AM5] */
  async function eraseDue(): Promise<void> {
    const before = dateOf(clock.nowMs() - restorableMs);
    for (let userIds = await erasable(before, ''); userIds.length > 0; ) {
      for (const userId of userIds) {
        await alone(async (tx) => {
          const { row } = await users.lock(tx, userId);
          if (!row.deleted_at || row.deleted_at >= before) return;
          await erasing.erase(tx, userId);
        });
      }
      userIds = await erasable(before, userIds.at(-1)!);
    }
  }

  const jobs = [
    { name: 'lifting of bans', periodMs: liftPeriodMs, work: liftDue },
    { name: 'erasing of accounts', periodMs: erasePeriodMs, work: eraseDue },
  ];
  return {
    workers: jobs.map((job) => makeWorker({ ...job, clock, log, runsAtStart: false })),
    liftDue,
    eraseDue,
  };
}
