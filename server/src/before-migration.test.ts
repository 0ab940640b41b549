import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backupBeforeMigration } from './before-migration.ts';
import { systemClock } from './kernel/clock.ts';
import { readConfig } from './kernel/config/config.ts';
import { makeLog } from './kernel/log.ts';
import { checkArchive } from './store/backup/check-archive.ts';
import { type Migration, migrate, pendingMigrations } from './store/migrations.ts';

const first: Migration = { feature: 'things', name: '001_things', sql: 'create table things (id int primary key)' };
const second: Migration = { feature: 'things', name: '002_colour', sql: 'alter table things add colour text' };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'matinee-upgrade-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

async function upgrade(values: Record<string, unknown>, steps: Migration[], address: Parameters<typeof migrate>[0]) {
  const config = readConfig([{ origin: 'test', values }]);
  const parts = { config, dataDir, address, log: makeLog('silent'), clock: systemClock };
  return migrate(address, steps, backupBeforeMigration(parts));
}

test('[BU9] a backup is made before a database with tables is changed, and not for a new one', async () => {
  const address = await freshDatabase();
  const folder = join(dataDir, 'before-upgrade');
  await upgrade({}, [first], address);
  expect(existsSync(folder)).toBe(false);
  await upgrade({}, [first], address);
  expect(existsSync(folder)).toBe(false);
  await upgrade({}, [first, second], address);
  const [name, ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  const { header } = await checkArchive(join(folder, name!), () => undefined);
  expect(header.schema.map((step) => step.name)).not.toContain('002_colour');
  expect(header.schema.map((step) => step.name)).toContain('001_things');
});

test('[BU9] without the backup the tables stay as they are, unless the setting is off', async () => {
  const address = await freshDatabase();
  await upgrade({}, [first], address);
  writeFileSync(join(dataDir, 'before-upgrade'), 'in the way');
  await expect(upgrade({}, [first, second], address)).rejects.toThrow(/backup.before_migration: false/);
  expect(await pendingMigrations(address, [first, second])).toMatchObject([{ name: '002_colour' }]);
  await upgrade({ 'backup.before_migration': false }, [first, second], address);
  expect(await pendingMigrations(address, [first, second])).toEqual([]);
});
