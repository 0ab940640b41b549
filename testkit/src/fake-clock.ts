import type { Clock } from '@matinee/server/kernel/clock.ts';

interface Timer {
  readonly work: () => void;
  readonly periodMs: number | undefined;
  dueMs: number;
}

/** A clock that stands still until a test moves it. Timers run in the order in which they are due. */
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

  /** Timers that are set. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Moves time by `ms` and runs what becomes due, timers set meanwhile included. Promises that they resolve are the caller's to await. */
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
