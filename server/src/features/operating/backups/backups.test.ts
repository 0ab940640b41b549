/** Backups of a running server, as administrators see them, in a folder. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { uploadFile } from '@matinee/testkit/files/upload.ts';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadFeatureMigrations } from '../../../composition/tables/feature-migrations.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { makeLog } from '../../../kernel/log.ts';
import { checkArchive } from '../../../store/backup/check-archive.ts';
import { BackupError } from '../../../store/backup/frames.ts';
import { restoreBackup } from '../../../store/backup/restore-backup.ts';
import { ownMigrations } from '../../../store/migrations.ts';
import { openDatabase } from '../../../store/open-database.ts';
import { makeBackups } from './backups.service.ts';
import { nameAt } from './keep.ts';
import type { BackupParts } from './locked-runs.ts';
import { runBackup } from './run-backup.ts';
import type { BackupTarget } from './targets/backup-target.ts';
import { folderTarget } from './targets/folder-target.ts';

let folder: string;
let server: TestServer;
let root: TestUser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-backups-'));
  server = await startTestServer({
    config: { 'backup.directory': folder, 'backup.keep_daily': 1, 'backup.keep_weekly': 0, 'backup.keep_monthly': 0 },
  });
  root = await server.signIn();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  for (const file of readdirSync(folder)) rmSync(join(folder, file), { recursive: true });
});

const state = () => server.ok({ call: 'AdminService.GetBackups', token: root.token });
const backUp = async () => {
  // The one before has ended, and may still hold the lock.
  const call = { call: 'AdminService.BackUpNow', token: root.token } as const;
  await until('it begins', async () => (await server.ok(call)).has_begun);
  return until('the backup is done', async () => {
    const now = await state();
    return now.running_since === undefined && now;
  });
};

const quiet = () => undefined;
const never = new AbortController().signal;

async function contentsOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('backup_runs', 'schema_migrations', 'secret_fingerprints') order by relname`,
  );
  const contents: Record<string, string> = {};
  for (const { relname } of rows) {
    const found = await client.query(`select t::text as row from ${relname} t order by 1`);
    contents[relname] = createHash('sha256').update(JSON.stringify(found.rows)).digest('hex');
  }
  return contents;
}

async function makeWorld(): Promise<void> {
  const anna = await server.signUp('anna');
  const room = await makeRoom(server, anna);
  const bytes = randomBytes(700_000);
  bytes.write('PK\u0003\u0004');
  const file = { url: server.url, token: anna.token, room, bytes, name: 'a.zip', type: 'application/zip' } as const;
  const { attachment_reference } = await uploadFile(file);
  const request = { client_message_id: 'm1', content: 'line\nbreak\t\\', attachments: [attachment_reference as never] };
  await server.ok({ call: 'RoomService.SendChatMessage', token: anna.token, room, request });
}

test('[BU2] [BU8] [BK11] an archive of a running server has every row and every byte of its files', async () => {
  await makeWorld();
  const { last_good, last_failed } = await backUp();
  expect(last_failed).toBeUndefined();
  expect(readdirSync(folder)).toEqual([last_good.name]);
  const path = join(folder, last_good.name);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(path).size).toBe(last_good.size_bytes);
  const report = await checkArchive(path, quiet);
  expect(report).toMatchObject({ rows: last_good.rows, filesParts: 1 });
  const address = await freshDatabase();
  const migrations = [...(await ownMigrations()), ...(await loadFeatureMigrations())];
  const rows = await restoreBackup({ path, address, migrations, onProgress: quiet, beforeCommit: async () => quiet() });
  expect(rows).toBe(last_good.rows);
  const [source, copy] = [new pg.Client(server.database), new pg.Client(address)];
  await Promise.all([source.connect(), copy.connect()]);
  try {
    const [before, after] = await Promise.all([contentsOf(source), contentsOf(copy)]);
    expect(Object.keys(before).length).toBeGreaterThan(50);
    // Whatever a session last did is written while the server runs.
    expect(after).toEqual({ ...before, sessions: after.sessions });
  } finally {
    await Promise.all([source.end(), copy.end()]);
  }
});

test('without a place nothing is backed up', async () => {
  const bare = await startTestServer();
  const { token } = await bare.signIn();
  const answer = await bare.rest({ call: 'AdminService.BackUpNow', token });
  expect(answer.status).toBe(409);
  expect(JSON.stringify(answer.json)).toContain('backups.no_target');
  await bare.stop();
});

test('[BU3] [BU4] old archives go after a new good one, and nothing else', async () => {
  const old = nameAt(Date.UTC(2020, 0, 1));
  for (const name of [old, 'notes.txt']) writeFileSync(join(folder, name), 'x');
  const { last_good } = await backUp();
  await expect.poll(() => readdirSync(folder).sort()).toContain('notes.txt');
  await expect.poll(() => readdirSync(folder)).not.toContain(old);
  expect(readdirSync(folder)).toContain(last_good.name);
});

test('[BU5] what is wrong with the folder is told without its path, and archives stay', async () => {
  const inside = mkdtempSync(join(server.dataDir, 'backups-'));
  const link = join(folder, 'link');
  symlinkSync(inside, link);
  const write = async (directory: string) =>
    folderTarget({ directory, dataDir: server.dataDir })
      .write(nameAt(0), (async function* () {})(), { signal: never, onProgress: quiet })
      .then(
        () => 'written',
        (cause: Error) => cause.message,
      );
  expect(await write(inside)).toMatch(/lies in the data directory/);
  expect(await write(link)).toMatch(/lies in the data directory/);
  expect(await write(join(folder, 'nowhere'))).toBe('the target is not there');
  writeFileSync(join(folder, 'file'), '');
  expect(await write(join(folder, 'file'))).toBe('the target is no folder');
  // An archive that is none fails the reading, and leaves nothing.
  expect(await write(folder)).toMatch(/cut off|damaged/);
  expect(readdirSync(folder).sort()).toEqual(['file', 'link']);
});

/** Backups of their own on the server's database, with a target that tests hold. */
function backupsWith(target: BackupTarget, clock: FakeClock, schedule?: string) {
  const log = makeLog('silent');
  const db = openDatabase({ connection: server.database, poolSize: 2, log, clock: systemClock });
  const keep = { daily: 7, weekly: 0, monthly: 0 };
  const write: BackupParts['write'] = async function* () {
    yield { kind: 'data', bytes: Buffer.from('x') };
    yield { kind: 'end', rows: 1, bytes: 1, sha256: '00' };
  };
  const parts = { db, address: server.database, clock, log, target, keep, write, stopping: never, schedule };
  return { backups: makeBackups(parts), close: () => db.close() };
}

function fakeTarget(
  work: (bytes: AsyncIterable<Buffer>) => Promise<void>,
): BackupTarget & { readonly names: string[] } {
  const names: string[] = [];
  return {
    kind: 'folder',
    names,
    list: async () => names,
    write: async (name, bytes) => {
      await work(bytes);
      names.push(name);
    },
    remove: async () => undefined,
    discard: async () => undefined,
  };
}

const takeAll = async (bytes: AsyncIterable<Buffer>) => {
  for await (const _ of bytes);
};

test('[BU1] of two replicas one makes the backup of a moment, and missed moments make one', async () => {
  await server.sql('delete from backup_runs');
  const clock = new FakeClock();
  const target = fakeTarget(takeAll);
  const replicas = [0, 1].map(() => backupsWith(target, clock, '* * * * *'));
  const tickAll = () => Promise.all(replicas.map(({ backups }) => backups.tick(never)));
  try {
    await tickAll();
    expect(target.names).toHaveLength(0);
    clock.advance(60_000);
    await tickAll();
    expect(target.names).toHaveLength(1);
    await tickAll();
    expect(target.names).toHaveLength(1);
    clock.advance(10 * 60_000);
    await tickAll();
    await tickAll();
    expect(target.names).toHaveLength(2);
  } finally {
    await Promise.all(replicas.map(({ close }) => close()));
  }
});

test('[BU2] [BU7] a run whose process was killed is told, and after two missed moments it is overdue', async () => {
  await server.sql('delete from backup_runs');
  const clock = new FakeClock();
  const discarded: string[] = [];
  const target = { ...fakeTarget(takeAll), discard: async (name: string) => void discarded.push(name) };
  const one = backupsWith(target, clock, '0 * * * *');
  try {
    await server.sql('insert into backup_runs (id, started_at) values ($1, now())', ['matinee-20200101T000000Z.mb']);
    expect(await one.backups.get()).toHaveProperty('runningSince');
    await one.backups.tick(never);
    const told = await one.backups.get();
    expect(told).toMatchObject({ isOverdue: false, lastFailed: { failure: expect.stringMatching(/ended/) } });
    expect(told).not.toHaveProperty('runningSince');
    expect(discarded).toEqual(['matinee-20200101T000000Z.mb']);
    clock.advance(3 * 3_600_000);
    expect(await one.backups.get()).toMatchObject({ isOverdue: true });
  } finally {
    await one.close();
  }
});

test('[BU6] a target that hangs is given up, and cannot bring its archive later', async () => {
  const clock = new FakeClock();
  let goOn: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let seen: AbortSignal | undefined;
  const target: BackupTarget = {
    ...fakeTarget(takeAll),
    write: async (_name, _bytes, { signal }) => {
      seen = signal;
      await hanging;
      signal.throwIfAborted();
    },
  };
  const write: BackupParts['write'] = async function* () {};
  const running = runBackup({ name: nameAt(0), target, write, clock, stopping: never }).catch((cause) => cause);
  await until('it writes', async () => seen !== undefined);
  for (let n = 0; n < 40; n++) clock.advance(5_000);
  expect(await running).toMatchObject({ message: 'the target or the database did not answer' });
  expect(seen?.aborted).toBe(true);
  goOn();
});

test('[BK11] bytes of a file that do not fit their digest are found', async () => {
  const { last_good } = await backUp();
  const path = join(folder, last_good.name);
  const whole = readFileSync(path);
  whole[Math.floor(whole.length / 2)]! ^= 1;
  writeFileSync(path, whole);
  await expect(checkArchive(path, quiet)).rejects.toThrow(BackupError);
  await server.sql(`update file_segments set bytes = set_byte(bytes, 0, get_byte(bytes, 0) # 1) where place = 0`);
  const later = await backUp();
  await expect(checkArchive(join(folder, later.last_good.name), quiet)).rejects.toThrow(
    /other bytes than were uploaded/,
  );
});
