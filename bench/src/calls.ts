import { inTurn, median, ratioOf } from './figures.ts';
import { childrenCpuMs, cpuMs } from './process-usage.ts';

/** The result of one run of calls. */
export interface CallLoad {
  readonly perSecond: number;
  readonly calls: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A server that answers calls: how to load it, and which processes to measure. */
export interface Answerer {
  readonly pid: number;
  /** Process id of the PostgreSQL that it uses. */
  readonly postmasterPid: number;
  /** Calls it for `ms` milliseconds. */
  load(ms: number): Promise<CallLoad>;
}

const warmUpMs = 1_500;
const roundMs = 1_500;
const rounds = 6;

/** The result of calls, with the processor time of one call in microseconds, of the server and of PostgreSQL. */
interface Measured extends CallLoad {
  readonly cpuMicros: number;
  readonly databaseMicros: number;
}

/**
 * Compares two servers with the same calls: `ratio` of calls a second, latencies, and processor time of a call in
 * microseconds.
 */
export async function compareCalls(ours: Answerer, control: Answerer): Promise<Record<string, number>> {
  await ours.load(warmUpMs);
  await control.load(warmUpMs);
  const measured = await inTurn(
    rounds,
    () => measure(ours),
    () => measure(control),
  );
  const middle = (side: 'ours' | 'control', key: keyof Measured) => median(measured[side].map((result) => result[key]));
  return {
    ratio: ratioOf(measured, ({ perSecond }) => perSecond),
    per_second: middle('ours', 'perSecond'),
    control_per_second: middle('control', 'perSecond'),
    p50: middle('ours', 'p50Ms'),
    p99: middle('ours', 'p99Ms'),
    control_p50: middle('control', 'p50Ms'),
    control_p99: middle('control', 'p99Ms'),
    cpu_us: middle('ours', 'cpuMicros'),
    control_cpu_us: middle('control', 'cpuMicros'),
    database_us: middle('ours', 'databaseMicros'),
    control_database_us: middle('control', 'databaseMicros'),
  };
}

async function measure({ pid, postmasterPid, load }: Answerer): Promise<Measured> {
  const usedMs = () => [cpuMs(pid), childrenCpuMs(postmasterPid)] as const;
  const [before, databaseBefore] = usedMs();
  const result = await load(roundMs);
  const [after, databaseAfter] = usedMs();
  const microsOf = (ms: number) => (ms * 1000) / result.calls;
  return { ...result, cpuMicros: microsOf(after - before), databaseMicros: microsOf(databaseAfter - databaseBefore) };
}
