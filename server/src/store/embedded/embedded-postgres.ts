import { join, resolve } from 'node:path';
import { type Clock, pause } from '../../kernel/clock.ts';
import type { Part } from '../../kernel/lifecycle.ts';
import type { Log } from '../../kernel/log.ts';
import type { DatabaseAddress } from '../database-address.ts';
import { embeddedName } from './postgres-cluster.ts';
import { isAlive, type Postmaster, stopPostmaster } from './postmaster.ts';
import { bringUp, bringUpPatiently, hasSocket } from './start-postgres.ts';

/** PostgreSQL as a child process, with its files in the data directory. */
export interface EmbeddedPostgres extends Part {
  /** The address of the server. @throws Error before `start` has finished. */
  address(): DatabaseAddress;
}

export interface EmbeddedPostgresOptions {
  /** Absolute, or relative to the working directory; created if missing. Take its `dataDirLock` first. */
  readonly dataDir: string;
  readonly log: Log;
  readonly clock: Clock;
  /** Server settings that override ours, for tests that need no durability. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Called when the PostgreSQL process runs. It does not accept connections yet. */
  readonly onLaunched?: (() => void) | undefined;
}

/**
 * How often a running server is checked, in milliseconds. A check is a `kill(pid, 0)` and a look at a file, which take
 * microseconds.
 */
const watchPeriodMs = 500;

/**
 * Runs an embedded PostgreSQL 17. `start` creates the cluster if there is none. It adopts a server that a killed
 * process left running, or else starts one. Restarts a server that dies or whose socket is deleted. The server has its
 * own process session, so Ctrl-C does not reach it before we have drained. `stop` stops it with a checkpoint.
 * [ST2]–[ST6]
 * @throws Error from `start` with a sentence for the administrator.
 */
export function embeddedPostgres(options: EmbeddedPostgresOptions): EmbeddedPostgres {
  const { dataDir, log, clock, settings = {}, onLaunched } = options;
  const root = resolve(dataDir);
  const place = { root, cluster: join(root, 'postgres'), log, clock, settings, onLaunched };
  let running: Postmaster | undefined;
  let unwatch: (() => void) | undefined;
  let restarting: Promise<void> = Promise.resolve();
  let isStopping = false;

  async function watch(): Promise<void> {
    if (isStopping || running === undefined) return;
    const { pid } = running;
    const hasEnded = !isAlive(pid);
    // Open connections survive without the socket, but new ones fail: PostgreSQL never recreates its socket.
    if (!hasEnded && (await hasSocket(running))) return;
    if (hasEnded) log.error({ pid }, 'PostgreSQL ended unexpectedly; starting it again');
    else log.error({ pid }, 'somebody has deleted the socket of PostgreSQL; starting it again');
    running = undefined;
    for (let delayMs = 100; !isStopping && running === undefined; delayMs = Math.min(delayMs * 2, 10_000)) {
      running = await bringUp(place).catch((err) => {
        log.error({ err }, 'PostgreSQL could not be started again');
        return undefined;
      });
      if (running === undefined) await pause(clock, delayMs);
    }
  }

  let socketFolder: string | undefined;
  return {
    name: 'embedded PostgreSQL',
    start: async () => {
      running = await bringUpPatiently(place);
      socketFolder = running.socketFolder;
      let isWatching = false;
      unwatch = clock.every(watchPeriodMs, () => {
        if (isWatching) return;
        isWatching = true;
        restarting = watch().finally(() => {
          isWatching = false;
        });
      });
    },
    stop: async (deadline) => {
      isStopping = true;
      unwatch?.();
      await restarting;
      if (running !== undefined) await stopPostmaster(running.pid, clock, deadline);
      running = undefined;
    },
    address: () => {
      if (socketFolder === undefined) throw new Error('the embedded PostgreSQL has not been started');
      return { host: socketFolder, port: 5432, user: embeddedName, database: embeddedName };
    },
  };
}
