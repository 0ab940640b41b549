import type { Clock } from '@matinee/server/kernel/clock.ts';

interface Timer {
  readonly work: () => void;
  readonly periodMs: number | undefined;
  dueMs: number;
}

/** A clock that stands still until the test moves it. Timers run in the order of their times. */
export class FakeClock implements Clock {
  #nowMs: number;
  readonly #timers = new Set<Timer>();

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#nowMs = startMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, work: () => void): () => void {
    return this.#add({ work, periodMs: undefined, dueMs: this.#nowMs + delayMs });
  }

  every(periodMs: number, work: () => void): () => void {
    return this.#add({ work, periodMs, dueMs: this.#nowMs + periodMs });
  }

  /** Number of timers that are set. */
  get pending(): number {
    return this.#timers.size;
  }

  /**
   * Advances time by `ms` and runs the timers that become due, including timers set meanwhile. The caller must await
   * promises that they resolve.
   */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (let timer = this.#next(untilMs); timer !== undefined; timer = this.#next(untilMs)) {
      this.#nowMs = Math.max(this.#nowMs, timer.dueMs);
      if (timer.periodMs === undefined) this.#timers.delete(timer);
      else timer.dueMs += timer.periodMs;
      timer.work();
    }
    this.#nowMs = untilMs;
  }

  #add(timer: Timer): () => void {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  #next(untilMs: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.dueMs <= untilMs && (next === undefined || timer.dueMs < next.dueMs)) next = timer;
    }
    return next;
  }
}
