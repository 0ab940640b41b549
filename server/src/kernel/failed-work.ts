import { AppError, type ErrorCode } from './errors.ts';
import type { Log } from './log.ts';

/** Failures that pass by themselves: a store is away or slow, or another process was first. */
const passing: ReadonlySet<ErrorCode> = new Set(['unavailable', 'deadline_exceeded', 'aborted']);

/**
 * Logs a failure of background work that runs again by itself. A failure that passes is a warning: the next run makes
 * good for it, and the part that is away reports itself. Any other failure is an error of the program.
 */
export function logFailedWork(log: Log, err: unknown, text: string, fields: object = {}): void {
  const isPassing = err instanceof AppError && passing.has(err.code);
  log[isPassing ? 'warn' : 'error']({ ...fields, err }, text);
}
