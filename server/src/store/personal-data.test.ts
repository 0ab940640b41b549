import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadFeatureMigrations } from '../composition/tables/feature-migrations.ts';
import type { DatabaseAddress } from './database-address.ts';
import { migrate } from './migrations.ts';
import { openOwnRows, ownRows, type PersonalData } from './personal-data.ts';

/** Names of columns that contain the id of a person, with or without a foreign key. */
const personColumn =
  /(?:^|_)(?:user|owner|creator|actor|reader|reporter|publisher|blocked|author|person|member)_id$|_by(?:_id)?$/;

const features = fileURLToPath(new URL('../features', import.meta.url));
const shares: PersonalData[] = [];
let address: DatabaseAddress;
let columns: { table: string; name: string; isReference: boolean }[];

beforeAll(async () => {
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  for (const file of files.map((path) => join(features, path)))
    if (readFileSync(file, 'utf8').includes('export const personalData'))
      shares.push((await import(/* @vite-ignore */ file)).personalData);
  address = await freshDatabase();
  await migrate(address, await loadFeatureMigrations());
  columns = await query(
    `select c.table_name as table, c.column_name as name, exists (
       select from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any (f.conkey)
       where f.contype = 'f' and f.confrelid = 'users'::regclass
         and f.conrelid = c.table_name::regclass and a.attname = c.column_name) as "isReference"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
  );
});

async function query<R extends object>(text: string): Promise<R[]> {
  const client = new pg.Client({ ...address });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

const declared = () => shares.flatMap(({ rows = [] }) => rows);

test('[AX3] every table that names people is in the archive of an account, or says why not', () => {
  const named = new Set(
    columns.filter(({ name, isReference }) => isReference || personColumn.test(name)).map(({ table }) => table),
  );
  const exported = new Set<string>(declared().map(({ table }) => table));
  const excused = new Set(shares.flatMap(({ leftOut = {} }) => Object.keys(leftOut)));
  expect([...named].filter((table) => !exported.has(table) && !excused.has(table))).toEqual([]);
  expect([...excused].filter((table) => exported.has(table) || !named.has(table))).toEqual([]);
});

test('[AX3] every column of such a table is in the archive, or says why not', () => {
  for (const { table, columns: taken, leftOut } of declared()) {
    const all = columns.filter((column) => column.table === table).map(({ name }) => name);
    expect([...taken, ...Object.keys(leftOut)].sort(), table).toEqual(all.sort());
  }
});

test('[AX2] nothing that is named like a secret is in it', () => {
  const secret = /secret|password_(?!mailed)|hash|digest|credential|sealed|token|public_key|read_key|^key$/;
  for (const { table, columns: taken } of declared())
    expect(
      taken.filter((name) => secret.test(name) && name !== 'has_password'),
      table,
    ).toEqual([]);
});

test('[AX1] files of the archive have names of their own', () => {
  const names = declared().map(({ file }) => file);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe('reading', () => {
  const mails = ownRows('mails', { file: 'mails', of: 'purpose', order: 'id', columns: ['id', 'created_at'] });

  beforeAll(async () => {
    await query(`insert into mails (id, purpose, sealed, created_at, expires_at, next_attempt_at)
      select 'm' || lpad(n::text, 4, '0'), case when n % 3 = 0 then 'ours' else 'theirs' end, '', now(), now(), now()
      from generate_series(1, 1200) n`);
  });

  test('[AX1] all rows of a person come in order, however many, and no others', async () => {
    const reader = await openOwnRows(address);
    const ids: unknown[] = [];
    for await (const row of reader.read(mails, 'ours')) ids.push(row.id);
    await reader.close();
    expect(ids).toEqual(Array.from({ length: 400 }, (_, n) => `m${String(3 * (n + 1)).padStart(4, '0')}`));
  });

  test('[AX1] rows of two tables are of one moment', async () => {
    const reader = await openOwnRows(address);
    for await (const _ of reader.read(mails, 'nobody')) expect.unreachable();
    await query(`insert into mails (id, purpose, sealed, created_at, expires_at, next_attempt_at)
      values ('late', 'new', '', now(), now(), now())`);
    const rows: unknown[] = [];
    for await (const row of reader.read(mails, 'new')) rows.push(row);
    await reader.close();
    expect(rows).toEqual([]);
  });
});
