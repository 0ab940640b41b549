/** Restores a backup into an empty database, in one transaction: all of it, or nothing. [BK4], [BK7]–[BK10] */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { copyIn } from '../copy/copy.ts';
import type { DatabaseAddress } from '../database-address.ts';
import { applySteps, type Migration } from '../migrations.ts';
import { toStoreError } from '../store.errors.ts';
import type { BackupHeader, TableEnd, TableStart } from './backup-header.ts';
import { BackupError, type Frame, jsonOf, readFrames } from './frames.ts';
import { listForeignKeys, listTables, type Sequence, type Table } from './tables.ts';

/** Receives the share of the file that has been read, 0 to 1. */
export type OnProgress = (share: number) => void;

/**
 * Reads the whole file and returns its header, so that a truncated or damaged file is refused before anything is
 * changed.
 * @throws BackupError that names the fault.
 */
export async function verifyBackup(path: string, onProgress: OnProgress): Promise<BackupHeader> {
  let header: BackupHeader | undefined;
  for await (const frame of framesOf(path, onProgress)) {
    if (frame.kind === 'H') header ??= jsonOf<BackupHeader>(frame);
  }
  if (!header) throw new BackupError('is damaged: it has no header');
  return header;
}

export interface RestoreOptions {
  readonly path: string;
  readonly address: DatabaseAddress;
  /** All migration steps of this version, including the store's own, in order. */
  readonly migrations: readonly Migration[];
  readonly onProgress: OnProgress;
  /** Called when all data is in place, before the commit; a failure undoes the restore. */
  readonly beforeCommit: () => Promise<void>;
}

/**
 * Returns the number of restored rows.
 * @throws BackupError when the database is not empty, or a newer version wrote the backup.
 */
export async function restoreBackup(options: RestoreOptions): Promise<number> {
  const client = new pg.Client({
    ...options.address,
    connectionTimeoutMillis: 10_000,
    application_name: 'matinee restore',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('begin');
    const rows = await restoreInto(client, options);
    await options.beforeCommit();
    await client.query('commit');
    return rows;
  } catch (cause) {
    throw cause instanceof BackupError ? cause : toStoreError(cause);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function restoreInto(client: pg.Client, { path, migrations, onProgress }: RestoreOptions): Promise<number> {
  await refuseFull(client);
  let total = 0;
  let sequences: readonly Sequence[] = [];
  let tables: readonly Table[] = [];
  const foreignKeys: Awaited<ReturnType<typeof listForeignKeys>> = [];
  const frames = framesOf(path, onProgress)[Symbol.asyncIterator]();
  for (let next = await frames.next(); !next.done; next = await frames.next()) {
    const frame = next.value;
    switch (frame.kind) {
      case 'H':
        await applySteps(client, migrations, jsonOf<BackupHeader>(frame).schema);
        foreignKeys.push(...(await listForeignKeys(client)));
        for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
        tables = await emptyTables(client);
        break;
      case 'T':
        total += await restoreTable(client, knownTable(tables, jsonOf<TableStart>(frame)), frames);
        break;
      case 'S':
        sequences = jsonOf<readonly Sequence[]>(frame);
        break;
    }
  }
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
  return total;
}

/** A restore needs an empty database: existing rows would mix two histories. */
async function refuseFull(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'S')`,
  );
  const [first] = rows;
  if (!first) return;
  throw new BackupError(
    `cannot be restored: the database is not empty (it has ${first.name}${rows.length > 1 ? ` and ${rows.length - 1} more` : ''}). ` +
      'Restore into a new data directory or an empty database',
  );
}

/** Migration steps may have inserted rows; the backup contains them too. */
async function emptyTables(client: pg.Client): Promise<readonly Table[]> {
  const tables = await listTables(client);
  if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  return tables;
}

/** The table of the file, if this version has it with these columns: names in the file never go into SQL directly. */
function knownTable(tables: readonly Table[], { name, columns }: TableStart): TableStart {
  const known = tables.find((table) => table.name === name);
  if (!known || columns.some((column) => !known.columns.includes(column)))
    throw new BackupError(`is damaged: it has a table ${name} that does not fit`);
  return { name, columns };
}

async function restoreTable(client: pg.Client, table: TableStart, frames: AsyncIterator<Frame>): Promise<number> {
  const { name, columns } = table;
  let rows = -1;
  async function* data(): AsyncIterable<Buffer> {
    for (let next = await frames.next(); !next.done; next = await frames.next()) {
      if (next.value.kind === 'D') yield next.value.payload;
      else if (next.value.kind === 'E') {
        rows = jsonOf<TableEnd>(next.value).rows;
        return;
      } else throw new BackupError('is damaged: a table has no end');
    }
  }
  await copyIn(client, `copy ${name} (${columns.join(', ')}) from stdin`, data());
  const { rows: counted } = await client.query<{ count: string }>(`select count(*)::text as count from ${name}`);
  if (Number(counted[0]!.count) !== rows)
    throw new BackupError(`is damaged: ${name} has ${counted[0]!.count} rows instead of ${rows}`);
  await client.query(`alter table ${name} enable trigger user`);
  return rows;
}

/** The frames of a file. @throws BackupError that names the fault. */
export async function* framesOf(path: string, onProgress: OnProgress): AsyncIterable<Frame> {
  const { size } = await stat(path);
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  file.on('error', (cause) => gunzip.destroy(cause));
  file.on('data', () => onProgress(size === 0 ? 1 : file.bytesRead / size));
  try {
    yield* readFrames(file.pipe(gunzip) as AsyncIterable<Buffer>);
  } catch (cause) {
    throw toBackupError(cause);
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}

/** Turns failures of zlib (`Z_DATA_ERROR`, `Z_BUF_ERROR`: unexpected end of file) into messages for people. */
function toBackupError(cause: unknown): unknown {
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  if (code === 'Z_BUF_ERROR') return new BackupError('is cut off: its end is missing');
  if (code.startsWith('Z_')) return new BackupError('is damaged, or no backup of Matinee');
  return cause;
}
