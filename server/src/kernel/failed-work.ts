import { AppError, type ErrorCode } from './errors.ts';
import type { Log } from './log.ts';

/** Transient failures: a store is unavailable or slow, or another process was first. */
const passing: ReadonlySet<ErrorCode> = new Set(['unavailable', 'deadline_exceeded', 'aborted']);

/**
 * Logs a failure of background work that is retried automatically. A transient failure is a warning: the next run makes
 * up for it, and the unavailable part reports itself. Any other failure is a bug, and logged as an error.
 */
export function logFailedWork(log: Log, err: unknown, text: string, fields: object = {}): void {
  const isPassing = err instanceof AppError && passing.has(err.code);
  log[isPassing ? 'warn' : 'error']({ ...fields, err }, text);
}
