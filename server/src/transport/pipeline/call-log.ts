import type { Clock } from '../../kernel/clock.ts';
import type { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { warnSeldom } from '../../kernel/logging/warn-seldom.ts';

/** The log line of a call. */
export interface CallLine {
  readonly requestId: string;
  readonly method: string;
  readonly transport: string;
  readonly ms: number;
  readonly reason?: string;
}

/** The outcome of a call. `cause` is the thrown value, `failure` the error that the caller receives. */
export interface CallEnd {
  readonly failure?: AppError | undefined;
  readonly cause?: unknown;
  /** True: not a slow call, because a stream lasts as long as its reader wants. */
  readonly isStream?: boolean | undefined;
}

/** Writes the log line of an ended call. */
export type CallLog = (line: CallLine, end?: CallEnd) => void;

interface CallLogParts {
  readonly log: Log;
  readonly clock: Clock;
  /** Calls that take at least this many milliseconds are logged as slow; 0: none. */
  readonly slowMs: number;
}

/**
 * A bug is logged as an error. An unavailable part is logged as a warning with its cause, at most once a second. A slow
 * call is a warning too. Other failures are the caller's problem. [TR95] [TR103]
 */
export function makeCallLog({ log, clock, slowMs }: CallLogParts): CallLog {
  const warnAway = warnSeldom(log, clock, 'call failed');
  const warnSlow = warnSeldom(log, clock, 'slow call');
  return (line, { failure, cause, isStream = false } = {}) => {
    if (failure?.code === 'internal') return log.error({ ...line, err: cause }, 'call failed');
    if (failure?.code === 'unavailable') return warnAway({ ...line, err: failure.cause ?? failure });
    if (!isStream && slowMs > 0 && line.ms >= slowMs) return warnSlow(line);
    log.debug(line, failure ? 'call refused' : 'call');
  };
}
