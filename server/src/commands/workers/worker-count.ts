import { availableParallelism } from 'node:os';
import type { Config } from '../../kernel/config/config-keys.ts';
import { mostWorkers } from '../../kernel/config/config-schemas.ts';

/** PostgreSQL connections of a worker outside its pool: bytes of files, notifications, backups. */
const besidePool = 8;

/** The number of workers for `wished`; `auto` means one for each core. */
export function countOf(wished: number | 'auto'): number {
  return wished === 'auto' ? Math.min(availableParallelism(), mostWorkers) : wished;
}

/** Maximum number of PostgreSQL connections of this many server processes. */
export function connectionsOf(config: Config, processes: number): number {
  return processes * (config['database.pool_size'] + besidePool);
}
