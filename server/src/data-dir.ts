/** The data directory and the database in it, of one process, or of the one that starts workers. */
import type { Clock } from './kernel/clock.ts';
import type { Config } from './kernel/config/config-keys.ts';
import { startParts } from './kernel/lifecycle.ts';
import type { Log } from './kernel/log.ts';
import type { DatabaseAddress } from './store/database-address.ts';
import { dataDirLock } from './store/embedded/data-dir-lock.ts';
import { embeddedPostgres } from './store/embedded/embedded-postgres.ts';

interface DataDirParts {
  readonly config: Config;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Settings of the embedded PostgreSQL, besides those that it always has. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A data directory that no other process holds. */
export interface OpenDataDir {
  /** Of the embedded PostgreSQL, or the one of the configuration. */
  readonly address: DatabaseAddress;
  /** Stops the embedded PostgreSQL, and lets others take the directory. */
  stop(deadlineMs: number): Promise<void>;
}

/**
 * Takes the data directory, and starts its PostgreSQL unless the configuration names another one. @throws Error with a
 * sentence for the operator
 */
export async function openDataDir({ config, dataDir, clock, log, settings }: DataDirParts): Promise<OpenDataDir> {
  const url = config['database.url'];
  const postgres =
    url === undefined ? embeddedPostgres({ dataDir, log, clock, ...(settings && { settings }) }) : undefined;
  const parts = await startParts([dataDirLock(dataDir), ...(postgres ? [postgres] : [])], clock);
  return {
    address: postgres ? postgres.address() : { connectionString: url! },
    stop: (deadlineMs) => parts.stop(deadlineMs),
  };
}
