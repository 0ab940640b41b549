import { ApiError } from '../../../client/calls/api-error.ts';

/** Waits for `ms`, or until `signal` ends it or the browser says that the network is back. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Longest pause between two tries, in milliseconds. */
const longestMs = 30_000;
/** Longest `retryAfterSeconds` that is waited for. After a longer one the upload fails. */
const longestRefusalSeconds = 60;

/** How long to wait before the try after `failed` ones: 1 s, 2 s, 4 s, up to half a minute. */
export function pauseMs(failed: number): number {
  return Math.min(longestMs, 1_000 * 2 ** (failed - 1));
}

/** True for failures that pass by themselves: no network, a server that restarts, too many calls at once. */
export function isPassing(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 429) return (error.retryAfterSeconds ?? 1) <= longestRefusalSeconds;
  return error.code === 'network' || [408, 500, 502, 503, 504].includes(error.status);
}

/** Retries after passing failures. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly wait: Wait;
  /** Called with true when it starts to wait, and with false when it continues. */
  readonly onWaiting: (isWaiting: boolean) => void;
}

/**
 * Retries until an answer arrives.
 * @throws the first failure that is not temporary
 */
export async function patiently<T>(
  { signal, wait, onWaiting }: Patience,
  call: () => Promise<T>,
  failed = 0,
): Promise<T> {
  signal.throwIfAborted();
  try {
    const answer = await call();
    if (failed > 0) onWaiting(false);
    return answer;
  } catch (error) {
    if (!isPassing(error)) throw error;
    onWaiting(true);
    await wait(Math.max(pauseMs(failed + 1), (error.retryAfterSeconds ?? 0) * 1_000), signal);
    return patiently({ signal, wait, onWaiting }, call, failed + 1);
  }
}

/** `Wait` with the browser's timers. */
export const waitInPage: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
