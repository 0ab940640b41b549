/** `db status`, `db migrate`, `db verify` and `db restore`: commands on the database while no server uses it. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { backupBeforeMigration } from '../before-migration.ts';
import { loadFeatureMigrations } from '../composition/tables/feature-migrations.ts';
import { openDataDir } from '../data-dir.ts';
import { systemClock } from '../kernel/clock.ts';
import { readConfig } from '../kernel/config/config.ts';
import type { Config } from '../kernel/config/config-keys.ts';
import { makeLog } from '../kernel/log.ts';
import { checkArchive } from '../store/backup/check-archive.ts';
import { BackupError } from '../store/backup/frames.ts';
import { restoreBackup, verifyBackup } from '../store/backup/restore-backup.ts';
import type { DatabaseAddress } from '../store/database-address.ts';
import { type Migration, migrate, ownMigrations, pendingMigrations } from '../store/migrations.ts';
import type { CommandLine } from './command-line.ts';
import { makeProgress } from './progress.ts';
import { planSecrets } from './restored-secrets.ts';

const nameOf = ({ feature, name }: Migration) => `${feature}/${name}`;

export async function showDatabase({ levels, dataDir, output }: CommandLine): Promise<void> {
  const config = readConfig(levels);
  const isGiven = config['database.url'] !== undefined;
  if (!isGiven && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`there is no database in ${dataDir} yet; the first start makes it`);
  await withDatabase(config, dataDir, async (address) => {
    const steps = [...(await ownMigrations()), ...(await loadFeatureMigrations())];
    const pending = new Set((await pendingMigrations(address, await loadFeatureMigrations())).map(nameOf));
    const names = steps.map(nameOf);
    const status = {
      database: isGiven ? 'given' : 'embedded',
      applied: names.filter((name) => !pending.has(name)),
      pending: names.filter((name) => pending.has(name)),
    };
    process.stdout.write(describeStatus(status, output));
  });
}

function describeStatus(
  status: { database: string; applied: readonly string[]; pending: readonly string[] },
  output: CommandLine['output'],
): string {
  if (output === 'json') return `${JSON.stringify(status, null, 2)}\n`;
  if (output === 'yaml') return stringify(status);
  const { database, applied, pending } = status;
  const rest = pending.length === 0 ? 'none is missing' : `missing: ${pending.join(', ')}`;
  return `database: ${database}\nsteps of the tables: ${applied.length} applied, ${rest}\n`;
}

export async function migrateDatabase({ levels, dataDir }: CommandLine): Promise<void> {
  const config = readConfig(levels);
  await withDatabase(config, dataDir, async (address) => {
    const before = backupBeforeMigration({ config, dataDir, address, log: makeLog('silent'), clock: systemClock });
    const applied = await migrate(address, await loadFeatureMigrations(), before);
    process.stdout.write(applied.length === 0 ? 'Nothing was missing.\n' : `${applied.map(nameOf).join('\n')}\n`);
  });
}

/** Reads a whole archive and prints one line about its validity. Needs no database. @throws BackupError */
export async function verifyDatabase({ operands }: CommandLine): Promise<void> {
  const path = operands[0]!;
  const progress = makeProgress();
  try {
    const { header, rows, filesParts } = await checkArchive(path, progress.step('reading the backup'));
    progress.end();
    process.stdout.write(
      `${path} is good: ${rows} rows in ${header.tables} tables and ${filesParts} parts of files, as they were at ${header.createdAt}.\n`,
    );
  } catch (cause) {
    progress.end();
    throw cause instanceof BackupError ? new BackupError(`${path} ${cause.message}`) : cause;
  }
}

/**
 * Changes nothing until it has read the whole file and checked that the secrets match. @throws BackupError, ConfigError
 */
export async function restoreDatabase(line: CommandLine): Promise<void> {
  const { levels, dataDir, operands, passphraseFile, withoutSecrets } = line;
  const path = operands[0]!;
  const config = readConfig(levels);
  const progress = makeProgress();
  try {
    const header = await verifyBackup(path, progress.step('checking the backup'));
    const passphrase = passphraseFile === undefined ? '' : readPassphrase(passphraseFile);
    const secrets = await planSecrets({ header, config, dataDir, passphrase, withoutSecrets });
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    await withDatabase(config, dataDir, async (address) => {
      const features = await loadFeatureMigrations();
      const rows = await restoreBackup({
        path,
        address,
        migrations: [...(await ownMigrations()), ...features],
        onProgress: progress.step('restoring'),
        beforeCommit: async () => secrets.keep(),
      }).catch((cause) => {
        secrets.undo();
        throw cause;
      });
      await migrate(address, features);
      progress.end();
      process.stdout.write(
        `Restored ${rows} rows in ${header.tables} tables, as they were at ${header.createdAt}.\n${secrets.report}`,
      );
    });
  } catch (cause) {
    progress.end();
    throw cause instanceof BackupError ? new BackupError(`${path} ${cause.message}`) : cause;
  }
}

function readPassphrase(file: string): string {
  return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/\r?\n$/, '');
}

/** Runs `work` on the configured database. Locks the data directory, so that no server uses it meanwhile. */
async function withDatabase(
  config: Config,
  dataDir: string,
  work: (address: DatabaseAddress) => Promise<void>,
): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const held = await openDataDir({ config, dataDir, clock: systemClock, log: makeLog('silent') });
  try {
    await work(held.address);
  } finally {
    await held.stop(30_000);
  }
}
