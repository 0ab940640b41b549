import type { Clock } from '../../kernel/clock.ts';
import type { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';

/** Pause between warnings, in milliseconds: while a store is away nearly every call fails, for one reason. */
const pauseMs = 1_000;

/**
 * Writes the log line of an ended call. `cause` is the thrown value, `failure` the error that the caller is told; both
 * are absent when all went well.
 */
export type CallLog = (line: object, failure?: AppError, cause?: unknown) => void;

/**
 * A fault of the program is an error. A part that is away gives a warning with its cause, at most once a second.
 * Everything else is the caller's affair. [TR95]
 */
export function makeCallLog(log: Log, clock: Clock): CallLog {
  let quietUntilMs = 0;
  let left = 0;
  return (line, failure, cause) => {
    if (failure?.code === 'internal') return log.error({ ...line, err: cause }, 'call failed');
    if (failure?.code !== 'unavailable') return log.debug(line, failure ? 'call refused' : 'call');
    const nowMs = clock.nowMs();
    if (nowMs < quietUntilMs) {
      left += 1;
      return;
    }
    log.warn({ ...line, err: failure.cause ?? failure, left }, 'call failed');
    quietUntilMs = nowMs + pauseMs;
    left = 0;
  };
}
