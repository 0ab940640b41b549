import { availableParallelism } from 'node:os';
import type { Config } from '../../kernel/config/config-keys.ts';
import { mostWorkers } from '../../kernel/config/config-schemas.ts';

/** Connections to PostgreSQL that a worker makes beside its pool: bytes of files, notifications, backups. */
const besidePool = 8;

/** The number of workers that `wished` asks for; `auto` asks for one for each core. */
export function countOf(wished: number | 'auto'): number {
  return wished === 'auto' ? Math.min(availableParallelism(), mostWorkers) : wished;
}

/** Most connections to PostgreSQL that so many processes of the server make. */
export function connectionsOf(config: Config, processes: number): number {
  return processes * (config['database.pool_size'] + besidePool);
}
