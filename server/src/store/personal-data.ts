/**
 * The data that the server has about a person, for an archive of their account. Each feature declares its own tables; a
 * test compares the declarations with the database, so that no table and no column is forgotten.
 */
import pg from 'pg';
import { columnTypes } from './column-types.ts';
import type { DatabaseAddress } from './database-address.ts';
import type { Schema } from './gen/schema.ts';
import { toStoreError } from './store.errors.ts';

/** Why a table or column is in no archive. */
type Reason = string;

/** The rows of one table that belong to a person, as one file of the archive. */
export interface OwnRows {
  readonly table: keyof Schema;
  /** File name without extension: `messages`. */
  readonly file: string;
  /** The column with the person's id. */
  readonly of: string;
  /** Includes only rows with this value in that column. */
  readonly where?: { readonly column: string; readonly is: string | number };
  /**
   * For rows that belong to a row of another table of the feature: `column` refers to its `id`, and `of` is a column of
   * that table.
   */
  readonly through?: { readonly table: keyof Schema; readonly column: string };
  /** Column by which the rows are ordered. */
  readonly order: string;
  readonly columns: readonly string[];
  /** All other columns, with the reason to leave them out. */
  readonly leftOut: Readonly<Partial<Record<string, Reason>>>;
}

/** A file that a person uploaded. */
export interface OwnFile {
  readonly id: string;
  readonly name: string;
  /** @throws AppError when the bytes are missing. */
  read(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** A feature's share of an account's archive. */
export interface PersonalData {
  readonly rows?: readonly OwnRows[];
  /** Tables that refer to people but are in no archive, with the reason. */
  readonly leftOut?: Readonly<Partial<Record<keyof Schema, Reason>>>;
}

/** Declares rows of a table; the compiler checks its columns. */
export function ownRows<T extends keyof Schema>(
  table: T,
  declared: Omit<OwnRows, 'table' | 'columns' | 'order' | 'leftOut'> & {
    readonly order: keyof Schema[T] & string;
    readonly columns: readonly (keyof Schema[T] & string)[];
    readonly leftOut?: { readonly [C in keyof Schema[T]]?: Reason };
  },
): OwnRows {
  return { ...declared, leftOut: declared.leftOut ?? {}, table };
}

/** A row as it is stored; times are dates. */
export type OwnRow = Readonly<Record<string, unknown>>;

/** Reads a person's rows from one snapshot. */
export interface OwnRowsReader {
  read(rows: OwnRows, userId: string): AsyncIterable<OwnRow>;
  close(): Promise<void>;
}

/** Maximum number of rows in memory at a time. */
const pageRows = 200;

/**
 * Opens a dedicated connection, so that a slow reader takes none from others. All reads see the same snapshot.
 * @throws AppError `store.unavailable`
 */
export async function openOwnRows(address: DatabaseAddress): Promise<OwnRowsReader> {
  const client = new pg.Client({
    ...address,
    types: columnTypes,
    connectionTimeoutMillis: 10_000,
    application_name: 'matinee export',
  });
  client.on('error', () => undefined);
  const close = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    await client.query('begin transaction isolation level repeatable read read only');
  } catch (cause) {
    await close();
    throw toStoreError(cause);
  }
  return { close, read: (rows, userId) => readRows(client, rows, userId) };
}

async function* readRows(client: pg.Client, rows: OwnRows, userId: string): AsyncGenerator<OwnRow> {
  const { text, values } = statementFor(rows, userId);
  try {
    await client.query(`declare own_rows no scroll cursor for ${text}`, values);
    for (;;) {
      const { rows: page } = await client.query<Record<string, unknown>>(`fetch ${pageRows} from own_rows`);
      yield* page;
      if (page.length < pageRows) break;
    }
    await client.query('close own_rows');
  } catch (cause) {
    throw toStoreError(cause);
  }
}

function statementFor({ table, of, where, through, order, columns }: OwnRows, userId: string) {
  const named = pg.escapeIdentifier;
  const owned = `${named(of)} = $1`;
  const own = through ? `${named(through.column)} in (select id from ${named(through.table)} where ${owned})` : owned;
  const kind = where ? ` and ${named(where.column)} = $2` : '';
  return {
    text: `select ${columns.map(named).join(', ')} from ${named(table)} where ${own}${kind} order by ${named(order)}`,
    values: where ? [userId, where.is] : [userId],
  };
}
