import type { Clock } from '../kernel/clock.ts';
import type { Config } from '../kernel/config/config-keys.ts';
import type { Log } from '../kernel/log.ts';
import type { Random } from '../kernel/random.ts';

/** What a process is started with. */
export interface AppOptions {
  readonly config: Config;
  readonly dataDir: string;
  /** Folder of the built web app; absent: the server serves no pages. */
  readonly webRoot?: string;
  /** The clock of the machine. */
  readonly clock: Clock;
  /** Brings the server's time to that of the database, so that all replicas agree. Absent: it is the machine's. */
  readonly followsDatabaseTime?: boolean;
  readonly random: Random;
  readonly log: Log;
  /** Called when an operator stops the server; undefined: within the usual time. Absent: the server ignores operators who stop it. */
  readonly requestStop?: (deadlineMs: number | undefined) => void;
  /** Starts although the data was written with other secrets, and keeps to the present ones from now on. */
  readonly withoutSecrets?: boolean;
  /** Refuses in a transaction what must not happen there. For tests: see `WriteGuard`. */
  readonly isGuarded?: boolean;
}
