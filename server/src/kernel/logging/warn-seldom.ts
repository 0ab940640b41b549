import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/** Pause between two warnings of one kind, in milliseconds: a cause often triggers hundreds at once. */
const pauseMs = 1_000;

/** Logs at most one warning a second, with the number of lines that were suppressed. */
export function warnSeldom(log: Log, clock: Clock, message: string): (line: object) => void {
  let quietUntilMs = 0;
  let left = 0;
  return (line) => {
    const nowMs = clock.nowMs();
    if (nowMs < quietUntilMs) {
      left += 1;
      return;
    }
    log.warn({ ...line, left }, message);
    quietUntilMs = nowMs + pauseMs;
    left = 0;
  };
}
