import type { OpenDataDir } from '../data-dir.ts';
import type { FfmpegFinder } from '../drivers/ffmpeg/ffmpeg.ts';
import type { Passwords } from '../drivers/passwords/passwords.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Config } from '../kernel/config/config-keys.ts';
import type { Part } from '../kernel/lifecycle.ts';
import type { Log } from '../kernel/log.ts';
import type { WorkerCosts, WorkerState } from '../kernel/process/worker-facts.ts';
import type { Random } from '../kernel/random.ts';
import type { Tracer } from '../kernel/tracing/tracer.ts';
import type { DatabaseAddress } from '../store/database-address.ts';
import type { KeyValue } from '../store/key-value/key-value.ts';
import type { SiteAddresses } from './site-addresses.ts';

/** A worker's connection to the process that started it, which holds the parts that all workers share. */
export interface WorkerSeat {
  /** A number from 1. Workers that run at the same time have different numbers. */
  readonly number: number;
  /** Number of workers on this machine. Limits of the whole machine are divided by it. */
  readonly count: number;
  /** The process that started this worker and holds the data directory. */
  readonly processId: number;
  readonly database: DatabaseAddress;
  readonly keyValue: KeyValue;
  /** The workers that are currently running. */
  readonly state: () => WorkerState;
  /** Combined figures of all workers. */
  readonly costs: () => Promise<WorkerCosts>;
  /** Starts to replace the workers, one after the other. Resolves once `state` shows it. */
  readonly requestRestart: () => Promise<void>;
  /** Changes the log level of all workers. */
  readonly setLogLevel: (level: string) => void;
}

/** Options with which a process starts. */
export interface AppOptions {
  readonly config: Config;
  readonly dataDir: string;
  /** Folder of the built web app. Absent: the server serves no pages. */
  readonly webRoot?: string;
  /** The machine's clock. */
  readonly clock: Clock;
  /**
   * Aligns the server time with the database's clock, so that all replicas agree. Absent: the server uses the machine's
   * clock.
   */
  readonly followsDatabaseTime?: boolean;
  readonly random: Random;
  readonly log: Log;
  /** The data directory, if opening it has already begun. Absent: it is opened when the app starts. */
  readonly opened?: Promise<OpenDataDir>;
  /** Absent: this process is the only one on its data directory. */
  readonly seat?: WorkerSeat | undefined;
  /** Absent: no calls are traced. */
  readonly tracer?: Tracer | undefined;
  /**
   * Called when an operator stops the server. `deadlineMs` undefined: the default time. Absent: operators cannot stop
   * the server.
   */
  readonly requestStop?: (deadlineMs: number | undefined) => void;
  /** Start even if the data was written with other secrets, and use the current ones from now on. */
  readonly withoutSecrets?: boolean;
  /** URLs that replace those of the sites of media providers. For tests. */
  readonly sites?: SiteAddresses;
  /** Looks for ffmpeg, if not this server alone. For tests, which start hundreds of servers in a process. */
  readonly ffmpeg?: FfmpegFinder;
  /** The threads of passwords, if not of this server alone, which stops them. For tests. */
  readonly passwords?: Passwords & Part;
  /** Refuses things that must not happen inside of a transaction. For tests: see `WriteGuard`. */
  readonly isGuarded?: boolean;
}
