import type { Clock } from '../../kernel/clock.ts';
import type { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { warnSeldom } from '../../kernel/logging/warn-seldom.ts';

/** What the log says of every call. */
export interface CallLine {
  readonly requestId: string;
  readonly method: string;
  readonly transport: string;
  readonly ms: number;
  readonly reason?: string;
}

/** How a call ended. `cause` is the thrown value, `failure` the error that the caller is told. */
export interface CallEnd {
  readonly failure?: AppError | undefined;
  readonly cause?: unknown;
  /** A stream lasts as long as its reader wants. */
  readonly isStream?: boolean | undefined;
}

/** Writes the log line of an ended call. */
export type CallLog = (line: CallLine, end?: CallEnd) => void;

interface CallLogParts {
  readonly log: Log;
  readonly clock: Clock;
  /** From so many milliseconds on, a call is slow; 0: none is. */
  readonly slowMs: number;
}

/**
 * A fault of the program is an error. A part that is away gives a warning with its cause, at most once a second.
 * A slow call is one too. Everything else is the caller's affair. [TR95] [TR103]
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
