import type { Clock } from '../clock.ts';

/** Longest delay of a timer in Node, in milliseconds; a longer one fires at once (documentation of `setTimeout`). */
const longestMs = 2 ** 31 - 1;

/** An alarm that is set. */
export interface Alarm {
  /** When it fires, in milliseconds since 1970. */
  readonly atMs: number;
  /** Value that the caller stored with it, such as the version of a state. */
  readonly mark: number;
}

/**
 * Timers by key, at most one per key. The work handles its own failures. `end` cancels all timers; no timer can be set
 * after it.
 */
export class Alarms {
  readonly #clock: Clock;
  readonly #set = new Map<string, Alarm & { cancel: () => void }>();
  #hasEnded = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `work` once after `delayMs`, or at once if that is negative. Replaces an earlier alarm of the key. */
  set(key: string, delayMs: number, work: () => void, mark = 0): void {
    this.cancel(key);
    if (this.#hasEnded) return;
    const atMs = this.#clock.nowMs() + delayMs;
    // A timer may fire early: it counts whole milliseconds of the machine's clock, not of the server time.
    const wait = (leftMs: number): (() => void) =>
      this.#clock.after(Math.min(Math.max(0, Math.ceil(leftMs)), longestMs), () => {
        const restMs = atMs - this.#clock.nowMs();
        if (restMs > 0) {
          alarm.cancel = wait(restMs);
          return undefined;
        }
        this.#set.delete(key);
        return work();
      });
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
