import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import { makeLog } from '../../kernel/log.ts';
import type { Database } from '../database.ts';
import { openDatabase } from '../open-database.ts';
import { dataDirLock } from './data-dir-lock.ts';
import { type EmbeddedPostgres, embeddedPostgres } from './embedded-postgres.ts';
import { preparePostgresBinaries } from './postgres-binaries.ts';
import { isAlive } from './postmaster.ts';
import { findDatabaseUser } from './system-user.ts';

const log = makeLog('silent');
const soon = { timeout: 30_000, interval: 5 };
const isRoot = process.getuid?.() === 0;
const deadline = () => AbortSignal.timeout(10_000);

let dataDir: string;
let children: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'matinee-embedded-'));
  await chmod(dataDir, 0o755);
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  const pid = await postmasterPid().catch(() => 0);
  if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGQUIT');
  await vi.waitFor(() => expect(pid > 0 && isAlive(pid)).toBe(false), soon);
  await rm(dataDir, { recursive: true, force: true });
});

const open = (dir = dataDir) => embeddedPostgres({ dataDir: dir, log, clock: systemClock });
const cluster = () => join(dataDir, 'postgres');
const postmasterPid = async () => Number((await readFile(join(cluster(), 'postmaster.pid'), 'utf8')).split('\n')[0]);

async function ask(postgres: EmbeddedPostgres, text: string): Promise<unknown> {
  const client = new pg.Client(postgres.address());
  await client.connect();
  const { rows } = await client.query({ text, rowMode: 'array' }).finally(() => client.end());
  return rows[0]?.[0];
}

/** Another process, which locks the data directory, starts the server and reports that. */
async function startOwner(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', new URL('../testing/owner.ts', import.meta.url).pathname, dataDir],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test('[ST2] [ST4] [ST7] it starts from nothing, durable and on a private socket only, and keeps what was written', async () => {
  const first = open();
  await first.start?.();
  expect(await ask(first, `select current_setting('server_version_num')::int / 10000`)).toBe(17);
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    expect(await ask(first, `select current_setting('${name}')`)).toBe('on');
  }
  const sync = await ask(first, `select current_setting('recovery_init_sync_method')`);
  expect(sync).toBe(process.platform === 'linux' ? 'syncfs' : 'fsync');
  expect(await ask(first, `select current_setting('listen_addresses')`)).toBe('');
  expect((await stat(first.address().host ?? '')).mode & 0o777).toBe(0o700);
  await ask(first, 'create table kept as select 42 as value');
  const pid = await postmasterPid();
  await first.stop?.(deadline());
  expect(isAlive(pid)).toBe(false);

  const second = open();
  await second.start?.();
  expect(await ask(second, 'select value from kept')).toBe(42);
  await second.stop?.(deadline());
});

test('[ST2] an interrupted first start does not hinder the next one', async () => {
  await mkdir(join(dataDir, 'postgres.half', 'base'), { recursive: true });
  await writeFile(join(dataDir, 'postgres.half', 'PG_VERSION'), '17\n');
  const postgres = open();
  await postgres.start?.();
  expect(await ask(postgres, 'select 1')).toBe(1);
  await postgres.stop?.(deadline());
});

test('[ST2] files that are no cluster, and a cluster of another version, are refused and left alone', async () => {
  await mkdir(cluster());
  await writeFile(join(cluster(), 'letter.txt'), 'mine');
  await expect(open().start?.()).rejects.toThrow('is not empty and not a PostgreSQL cluster');
  await writeFile(join(cluster(), 'PG_VERSION'), '16\n');
  await expect(open().start?.()).rejects.toThrow('was written by PostgreSQL 16');
  expect(await readdir(cluster())).toEqual(['PG_VERSION', 'letter.txt']);
});

test('[ST1] [ST3] after kill -9 of its process the server is adopted, and the lock is taken over', async () => {
  const owner = await startOwner();
  const pid = await postmasterPid();
  await kill(owner);
  expect(isAlive(pid)).toBe(true);

  const lock = dataDirLock(dataDir);
  await lock.start?.();
  const postgres = open();
  await postgres.start?.();
  expect(await postmasterPid()).toBe(pid);
  expect(await ask(postgres, 'select 1')).toBe(1);
  await postgres.stop?.(deadline());
  expect(isAlive(pid)).toBe(false);
  await lock.stop?.(deadline());
});

test('[ST1] a second process on the same data directory is refused, and told by whom', async () => {
  const owner = await startOwner();
  await expect(dataDirLock(dataDir).start?.()).rejects.toThrow(`is in use by another Matinee (process ${owner.pid})`);
  await kill(owner);
  const locks = Array.from({ length: 5 }, () => dataDirLock(dataDir));
  const starts = await Promise.allSettled(locks.map((lock) => lock.start?.()));
  expect(starts.filter((start) => start.status === 'fulfilled')).toHaveLength(1);
  for (const lock of locks) await lock.stop?.(deadline());
  const after = dataDirLock(dataDir);
  await after.start?.();
  await after.stop?.(deadline());
});

test('[ST3] a process id that now belongs to another program does not hinder the start', async () => {
  const first = open();
  await first.start?.();
  const pidFile = await readFile(join(cluster(), 'postmaster.pid'), 'utf8');
  const pid = await postmasterPid();
  process.kill(pid, 'SIGQUIT');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), soon);
  await first.stop?.(deadline());
  const other = spawn('sleep', ['100'], isRoot ? await findDatabaseUser(cluster()) : {});
  children.push(other);
  await once(other, 'spawn');
  // PostgreSQL writes the same lines into the lock of its socket.
  for (const lock of [join(cluster(), 'postmaster.pid'), join(dataDir, 'pg', '.s.PGSQL.5432.lock')])
    await writeFile(lock, pidFile.replace(/^\d+/, String(other.pid)));
  const second = open();
  await second.start?.();
  expect(await postmasterPid()).not.toBe(other.pid);
  await second.stop?.(deadline());
  expect(isAlive(other.pid ?? 0)).toBe(true);
});

test.each([
  ['empty', ''],
  ['no number', 'garbage\n\0\x01'],
])('[ST3] a postmaster.pid that is %s does not hinder the start', async (_, text) => {
  const first = open();
  await first.start?.();
  await ask(first, 'create table kept as select 42 as value');
  const pid = await postmasterPid();
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), soon);
  await first.stop?.(deadline());
  await writeFile(join(cluster(), 'postmaster.pid'), text);
  const second = open();
  await second.start?.();
  expect(await ask(second, 'select value from kept')).toBe(42);
  await second.stop?.(deadline());
});

test('[ST3] no second server starts beside one whose postmaster.pid was emptied', async () => {
  const first = open();
  await first.start?.();
  const pid = await postmasterPid();
  await writeFile(join(cluster(), 'postmaster.pid'), '');
  await expect(open().start?.()).rejects.toThrow('PostgreSQL did not start');
  expect(isAlive(pid)).toBe(true);
  process.kill(pid, 'SIGQUIT');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), soon);
  await first.stop?.(deadline());
});

test('[ST4] a path that is too long for a socket moves the socket elsewhere', async () => {
  const deep = join(dataDir, 'a'.repeat(60), 'b'.repeat(60));
  const lock = dataDirLock(deep);
  await lock.start?.();
  await expect(dataDirLock(deep).start?.()).rejects.toThrow('in use');
  const postgres = open(deep);
  await postgres.start?.();
  expect(await ask(postgres, 'select 1')).toBe(1);
  expect(postgres.address().host).toMatch(new RegExp(`^${tmpdir()}/matinee-`));
  await postgres.stop?.(deadline());
  await lock.stop?.(deadline());
  for (const name of await readdir(tmpdir())) {
    if (/^matinee-\d+-[0-9a-f]{16}$/.test(name)) await rmdir(join(tmpdir(), name)).catch(() => undefined);
  }
});

test('[ST6] a server that is killed is started again, and the pool recovers by itself', async () => {
  const postgres = open();
  await postgres.start?.();
  const database: Database = openDatabase({ connection: postgres.address(), poolSize: 2, log, clock: systemClock });
  await database.ping();
  const pid = await postmasterPid();
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), soon);
  // A connection of the killed server may still answer until it notices.
  const reasons = new Set<unknown>();
  await vi.waitFor(async () => {
    await database.ping().catch((cause) => {
      reasons.add(cause.reason);
      throw cause;
    });
    expect(await postmasterPid()).not.toBe(pid);
  }, soon);
  expect([...reasons].filter((reason) => reason !== 'store.unavailable')).toEqual([]);
  await database.close();
  await postgres.stop?.(deadline());
});

test('[ST6] a server whose socket is deleted is started again, and new connections can be made', async () => {
  const postgres = open();
  await postgres.start?.();
  const database: Database = openDatabase({ connection: postgres.address(), poolSize: 2, log, clock: systemClock });
  await database.ping();
  const pid = await postmasterPid();
  await unlink(join(postgres.address().host ?? '', '.s.PGSQL.5432'));
  await vi.waitFor(async () => expect(await ask(postgres, 'select 1')).toBe(1), soon);
  expect(await postmasterPid()).not.toBe(pid);
  await vi.waitFor(() => database.ping(), soon);
  await database.close();
  await postgres.stop?.(deadline());
});

test.runIf(isRoot)('[ST5] as root, a closed folder above the data directory is named', async () => {
  const closed = join(dataDir, 'closed');
  await mkdir(closed, { mode: 0o700 });
  await expect(open(join(closed, 'data')).start?.()).rejects.toThrow(
    `who cannot enter ${closed}: choose a data directory`,
  );
});

test.runIf(isRoot)('[ST5] programs that the user cannot reach are copied, with their links', async () => {
  const user = await findDatabaseUser(cluster());
  const placed = await preparePostgresBinaries(join(dataDir, 'unused'), user);
  await expect(stat(join(dataDir, 'unused'))).rejects.toThrow('ENOENT');
  const copies = join(dataDir, 'copies');
  const closed = join(dataDir, 'closed');
  await mkdir(closed, { mode: 0o700 });
  await cp(join(placed.postgres, '../..'), join(closed, 'native'), { recursive: true, verbatimSymlinks: true });
  await unlink(join(closed, 'native/lib/libpq.so.5'));
  const copied = await preparePostgresBinaries(copies, user, async () => ({
    native: join(closed, 'native'),
    version: '1',
  }));
  expect(copied.postgres).toBe(join(copies, '1', 'bin', 'postgres'));
  expect((await readdir(join(copies, '1', 'lib'))).includes('libpq.so.5')).toBe(true);
  expect(
    await preparePostgresBinaries(copies, user, async () => ({ native: join(closed, 'native'), version: '1' })),
  ).toEqual(copied);
});
