import type { Clock } from '../clock.ts';

/** Longest delay of a timer of Node, in milliseconds; a longer one fires at once (documentation of `setTimeout`). */
const longestMs = 2 ** 31 - 1;

/** An alarm that is set. */
export interface Alarm {
  /** When it goes off, in milliseconds since 1970. */
  readonly atMs: number;
  /** What the caller gave with it, such as the version of a state. */
  readonly mark: number;
}

/**
 * Timers by key, at most one for each key. The work sees to its own failures. All end with `end`, and none can be set
 * after it.
 */
export class Alarms {
  readonly #clock: Clock;
  readonly #set = new Map<string, Alarm & { cancel: () => void }>();
  #hasEnded = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `work` once after `delayMs`, at once if that is negative. Replaces an earlier alarm of the key. */
  set(key: string, delayMs: number, work: () => void, mark = 0): void {
    this.cancel(key);
    if (this.#hasEnded) return;
    const atMs = this.#clock.nowMs() + delayMs;
    const goOff = () => {
      this.#set.delete(key);
      return work();
    };
    const wait = (leftMs: number): (() => void) =>
      leftMs > longestMs
        ? this.#clock.after(longestMs, () => {
            alarm.cancel = wait(atMs - this.#clock.nowMs());
          })
        : this.#clock.after(Math.max(0, leftMs), goOff);
    const alarm = { atMs, mark, cancel: wait(delayMs) };
    this.#set.set(key, alarm);
  }

  find(key: string): Alarm | undefined {
    return this.#set.get(key);
  }

  cancel(key: string): void {
    this.#set.get(key)?.cancel();
    this.#set.delete(key);
  }

  end(): void {
    this.#hasEnded = true;
    for (const key of [...this.#set.keys()]) this.cancel(key);
  }
}
