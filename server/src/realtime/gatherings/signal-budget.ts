/** Signals of one participant in a second, and at once: somebody who comes tells each of the others a description and some candidates. */
const perSecond = 20;
const burst = 100;

/** How much a participant may tell others: a token bucket. [RT37] */
export class SignalBudget {
  #tokens = burst;
  #atMs: number;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
  }

  /** False: it is used up. */
  take(nowMs: number): boolean {
    this.#tokens = Math.min(burst, this.#tokens + ((nowMs - this.#atMs) / 1000) * perSecond);
    this.#atMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
