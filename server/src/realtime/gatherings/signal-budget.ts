/**
 * Signals that one participant may send: this many per second on average, and this many in a burst, because a newcomer
 * sends a description and several candidates to every other participant.
 */
const perSecond = 20;
const burst = 100;

/** Limits the signals of a participant: a token bucket. [RT37] */
export class SignalBudget {
  #tokens = burst;
  #atMs: number;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
  }

  /** False: the budget is used up. */
  take(nowMs: number): boolean {
    this.#tokens = Math.min(burst, this.#tokens + ((nowMs - this.#atMs) / 1000) * perSecond);
    this.#atMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
