import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** Owns the record of backups. */
export type BackupTables = Pick<Schema, 'backup_runs'>;

export type BackupRow = Selectable<BackupTables['backup_runs']>;

type Db = Kysely<BackupTables>;

/** Number of rows kept; older ones are deleted. */
const rowsKept = 1_000;

export async function beginRun(db: Db, id: string, startedAt: Date, scheduledFor: Date | undefined): Promise<void> {
  const row = { id, started_at: startedAt, scheduled_for: scheduledFor ?? null };
  await db.insertInto('backup_runs').values(row).execute();
}

export async function endRun(
  db: Db,
  id: string,
  result: Partial<Pick<BackupRow, 'size_bytes' | 'row_count' | 'sha256' | 'failure'>> & { finished_at: Date },
): Promise<void> {
  await db.updateTable('backup_runs').set(result).where('id', '=', id).execute();
  const oldest = db.selectFrom('backup_runs').select('id').orderBy('started_at', 'desc').offset(rowsKept);
  await db.deleteFrom('backup_runs').where('id', 'in', oldest).execute();
}

/** Runs without an end: the current one, or runs whose process was killed. */
export async function listOpenRuns(db: Db): Promise<BackupRow[]> {
  return db.selectFrom('backup_runs').selectAll().where('finished_at', 'is', null).orderBy('started_at').execute();
}

export async function findLastScheduled(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('backup_runs')
    .select((of) => of.fn.max('scheduled_for').as('at'))
    .executeTakeFirst();
  return row?.at ?? undefined;
}

export async function findLast(db: Db, isGood: boolean): Promise<BackupRow | undefined> {
  return db
    .selectFrom('backup_runs')
    .selectAll()
    .where('finished_at', 'is not', null)
    .where('failure', isGood ? 'is' : 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
