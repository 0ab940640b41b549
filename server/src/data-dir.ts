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
  /** Called once the embedded PostgreSQL runs as a process, which does not take connections yet. */
  readonly onLaunched?: () => void;
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
export async function openDataDir(given: DataDirParts): Promise<OpenDataDir> {
  const { config, dataDir, clock } = given;
  const url = config['database.url'];
  const postgres = url === undefined ? embeddedPostgres(given) : undefined;
  const parts = await startParts([dataDirLock(dataDir), ...(postgres ? [postgres] : [])], clock);
  return {
    address: postgres ? postgres.address() : { connectionString: url! },
    stop: (deadlineMs) => parts.stop(deadlineMs),
  };
}

/**
 * Opens the data directory, and lets the caller go on while PostgreSQL starts. `isUnderway` resolves when its process
 * runs, or when there is nothing to start; it rejects as `opened` does.
 */
export function beginToOpenDataDir(parts: DataDirParts): {
  isUnderway: Promise<unknown>;
  opened: Promise<OpenDataDir>;
} {
  let onLaunched = () => {};
  const launched = new Promise<void>((resolve) => {
    onLaunched = resolve;
  });
  const opened = openDataDir({ ...parts, onLaunched });
  return { isUnderway: Promise.race([launched, opened]), opened };
}
