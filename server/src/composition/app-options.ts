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

/** What a worker process gets from the one that started it, which holds what all workers share. */
export interface WorkerSeat {
  /** Two workers that run at the same time have different numbers, from 1. */
  readonly number: number;
  /** Workers of this machine. What there is once on a machine is divided by it. */
  readonly count: number;
  /** The process that started it, and holds the data directory. */
  readonly processId: number;
  readonly database: DatabaseAddress;
  readonly keyValue: KeyValue;
  /** The workers that run now. */
  readonly state: () => WorkerState;
  /** Figures of all workers together. */
  readonly costs: () => Promise<WorkerCosts>;
  /** Begins to start other workers in the place of these, one after the other. Resolves once `state` shows it. */
  readonly requestRestart: () => Promise<void>;
  /** Changes how much all workers log. */
  readonly setLogLevel: (level: string) => void;
}

/** Options that a process starts with. */
export interface AppOptions {
  readonly config: Config;
  readonly dataDir: string;
  /** Folder of the built web app. Absent: the server serves no pages. */
  readonly webRoot?: string;
  /** The clock of the machine. */
  readonly clock: Clock;
  /**
   * Sets the server's time to that of the database, so that all replicas agree. Absent: the server uses the machine's
   * time.
   */
  readonly followsDatabaseTime?: boolean;
  readonly random: Random;
  readonly log: Log;
  /** The data directory, which is being opened. Absent: it is opened when the app starts. */
  readonly opened?: Promise<OpenDataDir>;
  /** Absent: this process is the only one on its data directory. */
  readonly seat?: WorkerSeat | undefined;
  /** Absent: no call is traced. */
  readonly tracer?: Tracer | undefined;
  /**
   * Called when an operator stops the server. `deadlineMs` undefined: use the usual time. Absent: operators cannot stop
   * the server.
   */
  readonly requestStop?: (deadlineMs: number | undefined) => void;
  /** Start although the data was written with other secrets, and use the present ones from now on. */
  readonly withoutSecrets?: boolean;
  /** Where providers of media find sites, if not at their own addresses. For tests. */
  readonly sites?: SiteAddresses;
  /** Looks for ffmpeg, if not this server alone. For tests, which start hundreds of servers in a process. */
  readonly ffmpeg?: FfmpegFinder;
  /** The threads of passwords, if not of this server alone, which stops them. For tests. */
  readonly passwords?: Passwords & Part;
  /** Refuses things that must not happen inside of a transaction. For tests: see `WriteGuard`. */
  readonly isGuarded?: boolean;
}
