import { lazyObjectStorage } from '../drivers/object-storage/lazy-object-storage.ts';
import type { BackupTarget } from '../features/operating/backups/targets/backup-target.ts';
import { folderTarget } from '../features/operating/backups/targets/folder-target.ts';
import { objectTarget } from '../features/operating/backups/targets/object-target.ts';
import { secretsByKey } from '../kernel/config/secrets.ts';
import type { Part } from '../kernel/lifecycle.ts';
import { writeBackup } from '../store/backup/write-backup.ts';
import { storageAddressOf } from './files.ts';
import type { Ground } from './ground.ts';

/** The dependencies of backups, and their destination. `storage` closes the object store, if backups go to one. */
export function backupParts(ground: Ground) {
  const { config, address, version, clock, secrets } = ground;
  const passphrase = config['backup.passphrase'] ?? '';
  const source = { address, version, clock, secrets: secretsByKey(secrets), passphrase };
  return {
    ...targetOf(ground),
    schedule: config['backup.schedule'],
    keep: {
      daily: config['backup.keep_daily'],
      weekly: config['backup.keep_weekly'],
      monthly: config['backup.keep_monthly'],
    },
    write: (signal: AbortSignal) => writeBackup({ ...source, signal }),
  };
}

function targetOf({ config, dataDir, clock, outside }: Ground): { target: BackupTarget | undefined; storage?: Part } {
  const directory = config['backup.directory'];
  if (config['backup.target'] === 'folder')
    return { target: directory === undefined ? undefined : folderTarget({ directory, dataDir }) };
  const address = storageAddressOf(config);
  if (!address) return { target: undefined };
  const objects = outside('storage of backups', lazyObjectStorage({ address, clock }));
  return { target: objectTarget(objects), storage: { name: 'storage of backups', stop: async () => objects.close() } };
}
