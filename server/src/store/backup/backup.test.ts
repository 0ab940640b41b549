import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import type { DatabaseAddress } from '../database-address.ts';
import { type Migration, migrate, ownMigrations } from '../migrations.ts';
import { checkArchive } from './check-archive.ts';
import { BackupError, encodeFrame } from './frames.ts';
import { restoreBackup, verifyBackup } from './restore-backup.ts';
import { type BackupEvent, type BackupOptions, writeBackup } from './write-backup.ts';

/**
 * Everything that makes copying difficult: a cycle and a self-reference of foreign keys, a generated column, a
 * sequence, a trigger, rows inserted by the migration itself.
 */
const tables: Migration = {
  feature: 'things',
  name: '001_things',
  sql: `
    create table owners (id text primary key, favourite text);
    create table things (
      id bigint generated always as identity primary key, owner_id text not null references owners (id),
      parent_id bigint references things (id), "order" int not null, label text, raw bytea, body jsonb,
      doubled int generated always as ("order" * 2) stored, at timestamptz not null default now());
    alter table owners add constraint favourite_thing foreign key (favourite) references owners (id);
    create table counts (of text primary key, value int not null);
    insert into counts values ('things', 0);
    create function count_thing() returns trigger language plpgsql as $$
      begin update counts set value = value + 1 where of = 'things'; return new; end $$;
    create trigger counted after insert on things for each row execute function count_thing();`,
};
const later: Migration = {
  feature: 'things',
  name: '002_colour',
  sql: `alter table things add colour text not null default 'red'`,
};
const secrets = { 'jwt.secret': 'first-secret', 'security.opaque_server_setup_secret': 'second-secret' };

let folder: string;
let file: string;
const clients: pg.Client[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-backup-'));
  file = join(folder, 'copy.mb');
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  rmSync(folder, { recursive: true });
});

async function connect(address: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client(address);
  await client.connect();
  clients.push(client);
  return client;
}

async function makeSource(): Promise<{ address: DatabaseAddress; client: pg.Client }> {
  const address = await freshDatabase();
  await migrate(address, [tables]);
  const client = await connect(address);
  await client.query(
    `insert into owners values ('o1', null), ('o2', 'o1'); update owners set favourite = 'o2' where id = 'o1'`,
  );
  await client.query(
    `insert into things (owner_id, "order", label, raw, body) values
      ('o1', 1, $1, $2, $3), ('o2', 2, null, null, null), ('o2', 3, '\\N', '', '"\\u00e4"')`,
    ['tab\tline\nbackslash\\ return\r „ä“ 🎬', Buffer.from([0, 9, 10, 13, 92, 255]), { a: ['\n', { b: null }] }],
  );
  await client.query('update things set parent_id = 1 where id = 3');
  return { address, client };
}

/** Rows that take a moment to copy, inserted without the trigger. */
async function fill(client: pg.Client, rows: number): Promise<void> {
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into things (owner_id, "order", label) select 'o1', 5, md5(i::text) || repeat('x', 900) from generate_series(1, ${rows}) i`,
  );
  await client.query('reset session_replication_role');
}

async function backUp(address: DatabaseAddress, options: Partial<BackupOptions> = {}): Promise<BackupEvent[]> {
  const events: BackupEvent[] = [];
  const signal = new AbortController().signal;
  const all = { address, version: '1.2.3', clock: systemClock, secrets, passphrase: '', signal, ...options };
  for await (const event of writeBackup(all)) events.push(event);
  writeFileSync(file, Buffer.concat(events.flatMap((event) => (event.kind === 'data' ? [event.bytes] : []))));
  return events;
}

async function restore(address: DatabaseAddress, steps: readonly Migration[] = [tables], path = file): Promise<number> {
  const migrations = [...(await ownMigrations()), ...steps];
  return restoreBackup({ path, address, migrations, onProgress: () => undefined, beforeCommit: async () => undefined });
}

async function contentsOf(client: pg.Client): Promise<Record<string, unknown[]>> {
  const contents: Record<string, unknown[]> = {};
  for (const name of ['owners', 'things', 'counts', 'outbox', 'topics'])
    contents[name] = (await client.query(`select t::text as row from ${name} t order by 1`)).rows;
  return contents;
}

async function tablesIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`);
  return rows.map(({ relname }) => relname);
}

test('[BK1] [BK3] every table comes back byte by byte, with sequences, generated columns and rows of the steps', async () => {
  const source = await makeSource();
  const events = await backUp(source.address);
  expect(events[0]).toMatchObject({ kind: 'start', tables: 5 });
  expect(events.at(-1)).toMatchObject({ kind: 'end', rows: 6, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await verifyBackup(file, () => undefined)).toMatchObject({ version: '1.2.3', tables: 5 });

  const address = await freshDatabase();
  expect(await restore(address)).toBe(6);
  const target = await connect(address);
  expect(await contentsOf(target)).toEqual(await contentsOf(source.client));
  expect((await target.query('select sum(doubled)::int as sum from things')).rows).toEqual([{ sum: 12 }]);
  // The next row continues the sequence; the trigger and the foreign keys work again.
  const inserted = await target.query(`insert into things (owner_id, "order") values ('o1', 4) returning id`);
  expect(inserted.rows).toEqual([{ id: '4' }]);
  expect((await target.query('select value from counts')).rows).toEqual([{ value: 4 }]);
  await expect(target.query(`insert into things (owner_id, "order") values ('nobody', 1)`)).rejects.toThrow(
    /foreign key/,
  );
  expect(await migrate(address, [tables])).toEqual([]);
});

test('[BK2] it shows one moment, while others go on writing', async () => {
  const { address, client } = await makeSource();
  await fill(client, 20_000);
  let isDone = false;
  const writing = (async () => {
    const writer = await connect(address);
    // Each transaction adds to a table that is read early and to one that is read late.
    for (let n = 0; !isDone; n++)
      await writer.query(
        `begin; insert into owners values ('w${n}'); insert into things (owner_id, "order") values ('w${n}', 7); commit`,
      );
  })();
  await backUp(address);
  isDone = true;
  await writing;
  const restored = await freshDatabase();
  await restore(restored);
  const target = await connect(restored);
  const { rows } = await target.query(
    `select (select count(*)::int from owners where id like 'w%') as owners, (select count(*)::int from things where "order" = 7) as things,
            (select value from counts) - (select count(*)::int from things) as uncounted`,
  );
  expect(rows[0].owners).toBe(rows[0].things);
  // Rows inserted by `fill` are not counted; each later one is, in the same transaction.
  expect(rows[0].uncounted).toBe(-20_000);
  const now = await client.query(`select count(*)::int as owners from owners where id like 'w%'`);
  expect(now.rows[0].owners).toBeGreaterThan(rows[0].owners);
});

test('[BK4] a file that is cut off anywhere, changed anywhere or continued is refused', async () => {
  const { address } = await makeSource();
  await backUp(address);
  const whole = readFileSync(file);
  const refusal = async (bytes: Buffer) => {
    writeFileSync(file, bytes);
    return verifyBackup(file, () => undefined).then(
      () => 'taken',
      (cause) => cause.message,
    );
  };
  expect(await refusal(whole)).toBe('taken');
  for (let length = 0; length < whole.length; length += 97)
    expect([length, await refusal(whole.subarray(0, length))]).toEqual([
      length,
      expect.stringMatching(/cut off|damaged/),
    ]);
  expect(await refusal(whole.subarray(0, whole.length - 1))).toMatch(/cut off/);
  for (let at = 10; at < whole.length - 8; at += 89) {
    const changed = Buffer.from(whole);
    changed[at]! ^= 0x10;
    expect([at, await refusal(changed)]).toEqual([at, expect.stringMatching(/damaged|cut off|no backup/)]);
  }
  // With an intact gzip.
  const plain = gunzipSync(whole);
  expect(await refusal(gzipSync(plain.subarray(0, -80)))).toMatch(/cut off/);
  expect(await refusal(gzipSync(Buffer.concat([plain, encodeFrame('D', Buffer.from('x'))])))).toMatch(
    /something follows/,
  );
  const forged = Buffer.from(plain);
  forged[forged.indexOf('backslash')]! ^= 1;
  expect(await refusal(gzipSync(forged))).toMatch(/digest/);
  expect(await refusal(gzipSync(Buffer.from('select 1')))).toMatch(/no backup of Matinee/);
  expect(await refusal(Buffer.from('not even gzip, but a text of some length'))).toMatch(/no backup of Matinee/);
});

test('[BK11] a check says that an archive is damaged, also where its frames can no longer be read', async () => {
  const { address } = await makeSource();
  await backUp(address);
  const plain = gunzipSync(readFileSync(file));
  plain[plain.indexOf('"feature"')] = 0x5f;
  writeFileSync(file, gzipSync(plain));
  await expect(checkArchive(file, () => undefined)).rejects.toThrow(new BackupError('is damaged'));
});

test('[BK5] secrets are in the file only sealed', async () => {
  const { address } = await makeSource();
  for (const passphrase of ['', 'open sesame']) {
    await backUp(address, { passphrase });
    const plain = gunzipSync(readFileSync(file)).toString('latin1');
    expect(plain).not.toMatch(/first-secret|second-secret|open sesame/);
    const header = await verifyBackup(file, () => undefined);
    expect(header.secrets.sealed === undefined).toBe(passphrase === '');
    expect(Object.keys(header.secrets.fingerprints)).toEqual(Object.keys(secrets));
  }
});

test('[BK7] a database with anything in it is refused and stays as it is', async () => {
  const { address, client } = await makeSource();
  await backUp(address);
  const before = await contentsOf(client);
  await expect(restore(address)).rejects.toThrow(/is not empty/);
  expect(await contentsOf(client)).toEqual(before);
  const half = await freshDatabase();
  await (await connect(half)).query('create table left_over ()');
  await expect(restore(half)).rejects.toThrow(/is not empty \(it has left_over\)/);
});

test('[BK9] a later version takes it and brings it up to date; an earlier one refuses it', async () => {
  const { address } = await makeSource();
  await backUp(address);
  const newer = await freshDatabase();
  await restore(newer, [tables, later]);
  expect((await migrate(newer, [tables, later])).map(({ name }) => name)).toEqual(['002_colour']);
  const target = await connect(newer);
  expect((await target.query('select distinct colour from things')).rows).toEqual([{ colour: 'red' }]);

  await backUp(newer);
  const older = await freshDatabase();
  await expect(restore(older, [tables])).rejects.toThrow(/made by a newer Matinee: it has things\/002_colour/);
  expect(await tablesIn(await connect(older))).toEqual([]);
});

test('[BK10] a restore that fails at its very end leaves nothing', async () => {
  const { address } = await makeSource();
  await backUp(address);
  const target = await freshDatabase();
  const migrations = [...(await ownMigrations()), tables];
  const beforeCommit = () => Promise.reject(new Error('no room for the secrets'));
  const failing = restoreBackup({ path: file, address: target, migrations, onProgress: () => undefined, beforeCommit });
  await expect(failing).rejects.toThrow('no room for the secrets');
  expect(await tablesIn(await connect(target))).toEqual([]);
  expect(await restore(target)).toBe(6);
});

test('[BK10] a backup that names a table of its own making is refused', async () => {
  const { address } = await makeSource();
  await backUp(address);
  // Valid in itself, including the digest, as an attacker would forge it.
  const plain = gunzipSync(readFileSync(file));
  const evil = plain.toString('latin1').replace('"name":"owners"', '"name":"o;drop"');
  writeFileSync(file, gzipSync(reseal(Buffer.from(evil, 'latin1'))));
  await verifyBackup(file, () => undefined);
  const target = await freshDatabase();
  await expect(restore(target)).rejects.toThrow(/table o;drop that does not fit/);
  expect(await tablesIn(await connect(target))).toEqual([]);
});

/** The same frames with a trailer that has the right digest. */
function reseal(plain: Buffer): Buffer {
  const end = plain.lastIndexOf('{"sha256"') - 5;
  const body = plain.subarray(0, end);
  return Buffer.concat([body, encodeFrame('Z', { sha256: createHash('sha256').update(body).digest('hex') })]);
}

test('a reader who leaves early ends the backup and its transaction', async () => {
  const { address, client } = await makeSource();
  await fill(client, 30_000);
  const leaving = new AbortController();
  const all = { address, version: '1', clock: systemClock, secrets, passphrase: '', signal: leaving.signal };
  for await (const event of writeBackup(all)) if (event.kind === 'data') break;
  await expect
    .poll(
      async () =>
        (await client.query(`select 1 from pg_stat_activity where application_name = 'matinee backup'`)).rowCount,
    )
    .toBe(0);
});
