import { StorageFailed } from '../../../drivers/object-storage/storage-failed.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { BackupError } from '../../../store/backup/frames.ts';
import type { BackupEvent } from '../../../store/backup/write-backup.ts';
import { withClient } from '../../../store/client.ts';
import type { Database } from '../../../store/database.ts';
import type { DatabaseAddress } from '../../../store/database-address.ts';
import { type BackupTables, beginRun, endRun, findLast, findLastScheduled, listOpenRuns } from './backups.store.ts';
import { type Keep, listExpired, momentOf, nameAt } from './keep.ts';
import { type Archive, runBackup } from './run-backup.ts';
import { BackupFailure, type BackupTarget } from './targets/backup-target.ts';

/** Key of the advisory lock that lets one process make a backup at a time ('back' in ASCII). */
const lockKey = 0x6261636b;

export interface BackupParts {
  readonly db: Database;
  readonly address: DatabaseAddress;
  readonly clock: Clock;
  readonly log: Log;
  /** Undefined: none is configured. */
  readonly target: BackupTarget | undefined;
  readonly keep: Keep;
  readonly write: (signal: AbortSignal) => AsyncIterable<BackupEvent>;
  readonly stopping: AbortSignal;
}

interface Run {
  /** The scheduled time. */
  readonly moment: number | undefined;
  readonly stopping: AbortSignal;
  readonly onBegun?: () => void;
}

/** Runs that hold a database lock, which is released when their process dies. [BU1] [BU2] */
export function makeLockedRuns(parts: BackupParts) {
  const { db, address, clock, log, target } = parts;
  const query = () => db.query<BackupTables>();

  /** False: another run has the lock. */
  function withLock(work: () => Promise<void>): Promise<boolean> {
    return withClient(address, 'backup lock', async (client) => {
      const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [
        lockKey,
      ]);
      if (!rows[0]?.is_mine) return false;
      await work();
      return true;
    });
  }

  /** The caller holds the lock, so runs without an end are dead. */
  async function endOpenRuns(): Promise<void> {
    for (const { id } of await listOpenRuns(query())) {
      await target
        ?.discard(id)
        .catch((err) => log.warn({ err, name: id }, 'the rest of a backup could not be removed'));
      await endRun(query(), id, { finished_at: dateOf(clock.nowMs()), failure: 'the process ended in the middle' });
    }
  }

  return {
    /** Marks runs of killed processes as failed. */
    endKilled: () => withLock(endOpenRuns),
    /** False: another run is in progress. A failed run is logged and recorded. */
    async run(run: Run): Promise<boolean> {
      if (target === undefined) return false;
      return withLock(async () => {
        const last = run.moment === undefined ? undefined : await findLastScheduled(query());
        // Another replica made the backup during the wait for the lock.
        if (last && last.getTime() >= run.moment!) return;
        await endOpenRuns();
        await runLocked(parts, target, run);
      });
    },
  };
}

/** Prunes before it reports the end, so that callers who see the end see the remaining archives. */
async function runLocked(parts: BackupParts, target: BackupTarget, { moment, stopping, onBegun }: Run): Promise<void> {
  const { db, clock, log, write } = parts;
  const name = await nextName(parts);
  const startedAtMs = clock.nowMs();
  await beginRun(db.query(), name, dateOf(startedAtMs), moment === undefined ? undefined : dateOf(moment));
  onBegun?.();
  let archive: Archive;
  try {
    archive = await runBackup({ name, target, write, clock, stopping });
  } catch (err) {
    const failure = failureWords(err);
    log.error({ name, reason: failure, ...(isPlain(err) ? {} : { err }) }, 'the backup failed');
    await endRun(db.query(), name, { finished_at: dateOf(clock.nowMs()), failure });
    return;
  }
  const { sizeBytes, rows, sha256 } = archive;
  const finishedAt = dateOf(clock.nowMs());
  log.info({ name, sizeBytes, rows, seconds: (finishedAt.getTime() - startedAtMs) / 1_000 }, 'a backup was made');
  await prune(parts, target).catch((err) => log.warn({ err }, 'old backups could not be removed'));
  await endRun(db.query(), name, { finished_at: finishedAt, size_bytes: sizeBytes, row_count: rows, sha256 });
}

async function nextName({ db, clock }: BackupParts): Promise<string> {
  const rows = await Promise.all([findLast(db.query(), true), findLast(db.query(), false)]);
  const used = rows.map((row) => (row ? (momentOf(row.id) ?? 0) : 0));
  return nameAt(Math.max(clock.nowMs(), ...used.map((ms) => ms + 1_000)));
}

/** [BU3] [BU4] */
async function prune({ keep, log }: BackupParts, target: BackupTarget): Promise<void> {
  for (const name of listExpired(await target.list(), keep)) {
    await target.remove(name);
    log.info({ name }, 'an old backup was removed');
  }
}

function isPlain(cause: unknown): cause is Error {
  return [BackupFailure, BackupError, StorageFailed, AppError].some((kind) => cause instanceof kind);
}

function failureWords(cause: unknown): string {
  return isPlain(cause) ? cause.message : 'it failed for a reason that the log has';
}
