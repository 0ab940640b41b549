/**
 * Writes a backup: one transaction that sees a snapshot of the database while others keep writing; each table by COPY;
 * all of it compressed with gzip. [BK1]–[BK3]
 */
import { constants, createGzip, type Gzip } from 'node:zlib';
import pg from 'pg';
import type { Clock } from '../../kernel/clock.ts';
import { copyOut } from '../copy/copy.ts';
import type { DatabaseAddress } from '../database-address.ts';
import { toStoreError } from '../store.errors.ts';
import type { AppliedStep, BackupHeader } from './backup-header.ts';
import { encodeFrame, magic, makeDigest } from './frames.ts';
import { fingerprintOf, type SecretsByKey, seal } from './sealed-secrets.ts';
import { listSequences, listTables, type Table } from './tables.ts';

export interface BackupOptions {
  readonly address: DatabaseAddress;
  readonly version: string;
  readonly clock: Clock;
  /** The secrets that a restored server needs to use the data. */
  readonly secrets: SecretsByKey;
  /** Encrypts the secrets in the file; if empty, the file contains only their fingerprints. */
  readonly passphrase: string;
  readonly signal: AbortSignal;
}

/** The events of writing a backup, in order. */
export type BackupEvent =
  | { readonly kind: 'start'; readonly tables: number; readonly expectedBytes: number }
  | { readonly kind: 'data'; readonly bytes: Buffer }
  | {
      readonly kind: 'progress';
      readonly table: string;
      readonly tablesDone: number;
      readonly rows: number;
      readonly bytes: number;
    }
  | { readonly kind: 'end'; readonly rows: number; readonly bytes: number; readonly sha256: string };

/** Interval of progress reports, in milliseconds. */
const progressMs = 200;

interface Counts {
  table: string;
  tablesDone: number;
  rows: number;
  bytes: number;
  sha256: string;
}

/**
 * @throws AppError `store.unavailable` when the database connection is lost; the file is then incomplete and will be
 * refused.
 */
export async function* writeBackup(options: BackupOptions): AsyncIterable<BackupEvent> {
  const client = new pg.Client({
    ...options.address,
    connectionTimeoutMillis: 10_000,
    application_name: 'matinee backup',
  });
  client.on('error', () => undefined);
  const stop = () => void client.end().catch(() => undefined);
  options.signal.addEventListener('abort', stop, { once: true });
  const gzip = createGzip({ level: constants.Z_DEFAULT_COMPRESSION, chunkSize: 128 * 1024 });
  try {
    await client.connect();
    // Read only and repeatable: every statement sees the data that was committed when the first one ran.
    await client.query('begin transaction isolation level repeatable read read only');
    const tables = await listTables(client);
    yield { kind: 'start', tables: tables.length, expectedBytes: tables.reduce((sum, { bytes }) => sum + bytes, 0) };
    const counts: Counts = { table: '', tablesDone: 0, rows: 0, bytes: 0, sha256: '' };
    const written = writeAll(client, gzip, tables, counts, options).catch((cause: Error) => void gzip.destroy(cause));
    yield* readAlong(gzip, counts, options.clock);
    await written;
    yield { kind: 'end', rows: counts.rows, bytes: counts.bytes, sha256: counts.sha256 };
  } catch (cause) {
    throw toStoreError(cause);
  } finally {
    options.signal.removeEventListener('abort', stop);
    gzip.destroy();
    await client.end().catch(() => undefined);
  }
}

async function* readAlong(gzip: Gzip, counts: Counts, clock: Clock): AsyncIterable<BackupEvent> {
  let toldAtMs = clock.nowMs();
  for await (const bytes of gzip as AsyncIterable<Buffer>) {
    yield { kind: 'data', bytes };
    if (clock.nowMs() - toldAtMs < progressMs) continue;
    toldAtMs = clock.nowMs();
    const { table, tablesDone, rows, bytes: read } = counts;
    yield { kind: 'progress', table, tablesDone, rows, bytes: read };
  }
}

async function writeAll(
  client: pg.Client,
  gzip: Gzip,
  tables: readonly Table[],
  counts: Counts,
  options: BackupOptions,
): Promise<void> {
  const digest = makeDigest();
  const put = async (frame: Buffer) => {
    if (gzip.destroyed) throw new Error('nobody reads the backup any more');
    digest.update(frame);
    if (!gzip.write(frame)) await drained(gzip);
  };
  await put(magic);
  await put(encodeFrame('H', await describe(client, tables.length, options)));
  for (const { name, columns } of tables) {
    counts.table = name;
    await put(encodeFrame('T', { name, columns }));
    let rows = 0;
    for await (const piece of copyOut(client, `copy ${name} (${columns.join(', ')}) to stdout`)) {
      rows += piece.rows;
      counts.rows += piece.rows;
      counts.bytes += piece.bytes.length;
      await put(encodeFrame('D', piece.bytes));
    }
    await put(encodeFrame('E', { rows }));
    counts.tablesDone++;
  }
  await put(encodeFrame('S', await listSequences(client)));
  await client.query('commit');
  counts.sha256 = digest.digest('hex');
  gzip.end(encodeFrame('Z', { sha256: counts.sha256, tables: tables.length, rows: counts.rows }));
}

async function describe(
  client: pg.Client,
  tables: number,
  { version, secrets, passphrase }: BackupOptions,
): Promise<BackupHeader> {
  const { rows: schema } = await client.query<AppliedStep>(
    'select feature, name, sha256 from schema_migrations order by applied_at, feature, name',
  );
  const { rows } = await client.query<{ now: Date }>('select now()');
  const fingerprints = Object.fromEntries(Object.entries(secrets).map(([key, value]) => [key, fingerprintOf(value)]));
  return {
    version,
    createdAt: rows[0]!.now.toISOString(),
    schema,
    tables,
    secrets: { fingerprints, ...(passphrase === '' ? {} : { sealed: await seal(secrets, passphrase) }) },
  };
}

/** Also resolves when the stream is closed before it drains. */
function drained(gzip: Gzip): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      gzip.off('drain', done);
      gzip.off('close', done);
      resolve();
    };
    gzip.once('drain', done);
    gzip.once('close', done);
  });
}
