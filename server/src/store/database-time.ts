/**
 * Aligns the server time with the database's clock, the one clock that all replicas see. Otherwise, replicas on
 * machines whose clocks are seconds apart would play a film seconds apart. [ST36]
 */
import type { Clock } from '../kernel/clock.ts';
import type { Part } from '../kernel/lifecycle.ts';
import type { Log } from '../kernel/log.ts';
import { apartMs, type ServerTime } from '../kernel/time/server-time.ts';
import type { Database } from './database.ts';

/** Probes before the server starts, and the interval of later probes, in milliseconds. */
const firstProbes = 8;
const probeEveryMs = 5_000;
/** Number of kept samples: 16 cover 80 s, in which a quartz clock drifts by less than 10 ms. */
const keptSamples = 16;

interface Sample {
  readonly offsetMs: number;
  readonly roundTripMs: number;
}

export interface DatabaseTimeParts {
  readonly db: Pick<Database, 'timeMs'>;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly time: ServerTime;
  readonly log: Log;
}

/**
 * Follows the database's clock once started. While the database is unavailable, the time runs on with the last offset.
 */
export function followDatabaseTime({ db, clock, time, log }: DatabaseTimeParts): Part {
  let samples: Sample[] = [];
  let isApart = false;
  let stop: () => void = () => undefined;

  async function probe(): Promise<void> {
    const sentMs = clock.nowMs();
    const databaseMs = await db.timeMs();
    const receivedMs = clock.nowMs();
    const sample = { offsetMs: databaseMs - (sentMs + receivedMs) / 2, roundTripMs: receivedMs - sentMs };
    // Samples from before a clock change are useless.
    const isSet = samples.length > 0 && Math.abs(sample.offsetMs - estimate(samples)) > apartMs + sample.roundTripMs;
    samples = isSet ? [sample] : [...samples, sample].slice(-keptSamples);
    time.aim(estimate(samples));
    tell();
  }

  function tell(): void {
    const deviationMs = time.deviationMs();
    const wasApart = isApart;
    isApart = Math.abs(deviationMs) > apartMs;
    if (isApart && !wasApart)
      log.warn({ deviationMs }, 'the time of this process is apart from the time of the database');
    if (wasApart && !isApart) log.info({ deviationMs }, 'the time of this process is that of the database again');
  }

  return {
    name: 'database time',
    async start() {
      for (let count = 0; count < firstProbes; count++) await probe();
      stop = clock.every(probeEveryMs, () => void probe().catch(() => undefined));
    },
    stop: async () => stop(),
  };
}

/**
 * Median offset of the quarter with the smallest round trip: a delay on one way shows as a longer round trip (RFC 5905,
 * section 10).
 */
function estimate(samples: readonly Sample[]): number {
  const best = [...samples].sort((a, b) => a.roundTripMs - b.roundTripMs).slice(0, Math.ceil(samples.length / 4));
  const sorted = best.map(({ offsetMs }) => offsetMs).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2;
}
