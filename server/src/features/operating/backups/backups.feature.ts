import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { handleAdmin } from '../../../kernel/handler.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Feature } from '../../feature.ts';
import { makeBackups } from './backups.service.ts';
import type { BackupParts } from './locked-runs.ts';

type Parts = Omit<BackupParts, 'stopping'> & {
  readonly schedule: string | undefined;
  readonly metrics: { gauge(name: string, help: string, read: () => number, together?: 'min' | 'max'): void };
};

/** How often the server checks whether a backup is due, in milliseconds. */
const periodMs = 20_000;

/** Backups, scheduled or requested. */
export function backupsFeature(parts: Parts): Feature {
  const { clock, log, metrics } = parts;
  const stopping = new AbortController();
  const backups = makeBackups({ ...parts, stopping: stopping.signal });
  metrics.gauge('matinee_backup_age_seconds', 'Age of the last good backup.', backups.ageSeconds, 'min');
  const worker = makeWorker({ name: 'backups', clock, log, periodMs, work: (signal) => backups.tick(signal) });
  return {
    name: 'backups',
    tables: ['backup_runs'],
    bindings: [
      handleAdmin(AdminService.method.getBackups, () => backups.get()),
      handleAdmin(AdminService.method.backUpNow, () => backups.backUpNow()),
    ],
    parts: [{ name: 'backups on demand', stop: async () => stopping.abort() }, worker],
  };
}
