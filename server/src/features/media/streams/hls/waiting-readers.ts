import type { Clock } from '../../../../kernel/clock.ts';
import { streamErrors } from '../streams.errors.ts';

/** Most requests that wait for one stream: each of its readers has two at most. */
const mostWaiting = 4_000;

/** Requests for what a stream does not have yet. [LS38] */
export class WaitingReaders {
  readonly #clock: Clock;
  readonly #looks = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get count(): number {
    return this.#looks.size;
  }

  /**
   * Resolves once `isThere`; false: not within `mostMs` if that is given, or `signal` aborted. @throws AppError
   * `streams.too_many_readers`
   */
  until(isThere: () => boolean, signal: AbortSignal, mostMs?: number): Promise<boolean> {
    if (isThere() || signal.aborted) return Promise.resolve(isThere());
    if (this.#looks.size >= mostWaiting) return Promise.reject(streamErrors.too_many_readers());
    return new Promise((resolve) => {
      const done = () => {
        this.#looks.delete(look);
        signal.removeEventListener('abort', done);
        cancel?.();
        resolve(isThere());
      };
      const look = () => {
        if (isThere()) done();
      };
      const cancel = mostMs === undefined ? undefined : this.#clock.after(mostMs, done);
      this.#looks.add(look);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  /** Something came, or the end. */
  wake(): void {
    for (const look of [...this.#looks]) look();
  }
}
