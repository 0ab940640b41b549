/** A backup before a new version changes the tables. [BU9] */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nameAt } from './features/operating/backups/keep.ts';
import { writeArchive } from './features/operating/backups/targets/folder-target.ts';
import type { Clock } from './kernel/clock.ts';
import type { Config } from './kernel/config/config-keys.ts';
import { listSecrets } from './kernel/config/secrets.ts';
import type { Log } from './kernel/log.ts';
import { version } from './kernel/process/version.ts';
import { writeBackup } from './store/backup/write-backup.ts';
import type { DatabaseAddress } from './store/database-address.ts';

interface Parts {
  readonly config: Config;
  readonly dataDir: string;
  readonly address: DatabaseAddress;
  readonly log: Log;
  readonly clock: Clock;
}

const prefix = 'before-upgrade-';
/** Archives of earlier upgrades that stay, with the new one. */
const archivesKept = 2;

/** Gives what `migrate` does before it changes anything. @throws Error that says how to go on without a backup */
export function backupBeforeMigration(parts: Parts): () => Promise<void> {
  return async () => {
    const folder = folderOf(parts);
    if (folder === undefined) return;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = await makeArchive(parts, folder);
      parts.log.info({ name }, 'a backup was made before the tables are changed');
    } catch (cause) {
      throw new Error(
        `the tables have to be changed, and the backup before that failed: ${(cause as Error).message}. ` +
          'Make room or name another folder by backup.directory, or go on without one by backup.before_migration: false',
        { cause },
      );
    }
  };
}

/** A database elsewhere is backed up where the operator wants backups, and by whoever runs it otherwise. */
function folderOf({ config, dataDir }: Parts): string | undefined {
  if (!config['backup.before_migration']) return undefined;
  const inDataDir = config['database.url'] === undefined ? join(dataDir, 'before-upgrade') : undefined;
  return config['backup.directory'] ?? inDataDir;
}

async function makeArchive({ config, dataDir, address, clock }: Parts, folder: string): Promise<string> {
  const { signal } = new AbortController();
  const secrets = listSecrets(config, dataDir);
  const events = writeBackup({
    address,
    version,
    clock,
    secrets,
    passphrase: config['backup.passphrase'] ?? '',
    signal,
  });
  async function* bytes(): AsyncIterable<Buffer> {
    for await (const event of events) if (event.kind === 'data') yield event.bytes;
  }
  const name = prefix + nameAt(clock.nowMs());
  await writeArchive(join(folder, name), bytes(), { signal, onProgress: () => undefined });
  const earlier = (await readdir(folder)).filter((file) => file.startsWith(`${prefix}matinee-`) && file !== name);
  const [partial, whole] = [
    earlier.filter((file) => !file.endsWith('.mb')),
    earlier.filter((file) => file.endsWith('.mb')),
  ];
  const expired = whole.sort().slice(0, Math.max(0, whole.length + 1 - archivesKept));
  for (const file of [...partial, ...expired]) await rm(join(folder, file), { force: true });
  return name;
}
