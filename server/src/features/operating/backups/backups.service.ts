import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type {
  BackupRunSchema,
  GetBackupsResponseSchema,
} from '@matinee/contract/gen/service/client/admin_backups_pb.ts';
import { dateOf } from '../../../kernel/clock.ts';
import { lastMoment, nextMoment } from '../../../kernel/config/cron.ts';
import { backupsErrors } from './backups.errors.ts';
import { type BackupRow, type BackupTables, findLast, findLastScheduled, listOpenRuns } from './backups.store.ts';
import { type BackupParts, makeLockedRuns } from './locked-runs.ts';

/** A backup may run this long past its time before it counts as overdue, in milliseconds. */
const graceMs = 900_000;

/** Makes scheduled and requested backups, and reports on them. */
export function makeBackups(parts: BackupParts & { readonly schedule: string | undefined }) {
  const { db, clock, schedule, target } = parts;
  const startedAtMs = clock.nowMs();
  const runs = makeLockedRuns(parts);
  const query = () => db.query<BackupTables>();
  let lastGoodAtMs = Number.NaN;

  async function isDue(): Promise<boolean> {
    if (schedule === undefined || target === undefined) return false;
    const since = (await findLastScheduled(query()))?.getTime() ?? startedAtMs;
    const next = nextMoment(schedule, since);
    return next !== undefined && next <= clock.nowMs();
  }

  return {
    /** Called periodically. [BU1] */
    async tick(stopping: AbortSignal): Promise<void> {
      if ((await listOpenRuns(query())).length > 0) await runs.endKilled();
      if (await isDue()) await runs.run({ moment: lastMoment(schedule!, clock.nowMs()), stopping });
      lastGoodAtMs = (await findLast(query(), true))?.started_at.getTime() ?? Number.NaN;
    },
    /** Age (s) of the data in the last good backup; NaN before the first one. */
    ageSeconds: () => (clock.nowMs() - lastGoodAtMs) / 1_000,
    /** Returns once the backup has begun. */
    async backUpNow(): Promise<{ hasBegun: boolean }> {
      if (target === undefined) throw backupsErrors.no_target();
      const hasBegun = await new Promise<boolean>((resolve, reject) => {
        runs
          .run({ moment: undefined, stopping: parts.stopping, onBegun: () => resolve(true) })
          .then((isMine) => resolve(isMine), reject);
      });
      return { hasBegun };
    },
    /** [BU7] */
    async get(): Promise<MessageInitShape<typeof GetBackupsResponseSchema>> {
      const [good, failed, [open]] = await Promise.all([
        findLast(query(), true),
        findLast(query(), false),
        listOpenRuns(query()),
      ]);
      const nextAtMs = schedule === undefined ? undefined : nextMoment(schedule, clock.nowMs());
      return {
        ...(target ? { target: target.kind } : {}),
        ...(schedule === undefined ? {} : { schedule }),
        ...(nextAtMs === undefined ? {} : { nextAt: timestampFromDate(dateOf(nextAtMs)) }),
        ...(good ? { lastGood: toRun(good) } : {}),
        ...(failed && !(good && good.started_at > failed.started_at) ? { lastFailed: toRun(failed) } : {}),
        ...(open ? { runningSince: timestampFromDate(open.started_at) } : {}),
        isOverdue: schedule !== undefined && isOverdue(schedule, good?.started_at.getTime() ?? startedAtMs),
      };
    },
  };

  function isOverdue(cron: string, sinceMs: number): boolean {
    const second = nextMoment(cron, nextMoment(cron, sinceMs) ?? Number.POSITIVE_INFINITY);
    return second !== undefined && second + graceMs < clock.nowMs();
  }
}

function toRun(row: BackupRow): MessageInitShape<typeof BackupRunSchema> {
  const { started_at, finished_at, failure } = row;
  return {
    name: row.id,
    startedAt: timestampFromDate(started_at),
    durationSeconds: finished_at ? (finished_at.getTime() - started_at.getTime()) / 1_000 : 0,
    sizeBytes: row.size_bytes ?? 0,
    rows: row.row_count ?? 0,
    ...(failure === null ? {} : { failure }),
  };
}
