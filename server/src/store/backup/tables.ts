/** What to back up, read from PostgreSQL's catalogue, so that no list of tables needs maintenance. */
import type pg from 'pg';

/** A table with its writable columns, both as SQL identifiers. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** A foreign key. A restore drops it, so that rows may arrive in any order, and adds it again. */
export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** The position of a sequence. */
export interface Sequence {
  readonly name: string;
  readonly value: string;
  readonly isCalled: boolean;
}

/**
 * Tables that a restore fills itself, with the applied migrations and the secrets of the restored server, and the
 * record of this installation's archives, which another installation does not have.
 */
const notCopied = ['schema_migrations', 'secret_fingerprints', 'backup_runs'];

/**
 * Tables sorted by name, with their size on disk, in bytes. Generated columns are left out: they are computed from the
 * others.
 */
export async function listTables(client: pg.Client): Promise<(Table & { bytes: number })[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; bytes: string }>(
    `select quote_ident(c.relname) as name, pg_table_size(c.oid)::text as bytes,
            array_agg(quote_ident(a.attname) order by a.attnum) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all($1)
      group by c.oid, c.relname order by c.relname`,
    [notCopied],
  );
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
}

export async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`,
  );
  return rows;
}

export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const found = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name}`,
    );
    sequences.push({ name, value: found.rows[0]!.value, isCalled: found.rows[0]!.called });
  }
  return sequences;
}
