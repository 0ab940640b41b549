import type { RealtimeLimits } from '../limits.ts';

/** A connection that has so many frames refused, without a pause in which its budget fills up, is ended: 5 s at ten times the rate. */
const ABUSE = 2_500;

/** The budget of one connection for frames that it sends: a token bucket. [RT13] */
export class FrameBudget {
  readonly #limits: RealtimeLimits;
  #tokens: number;
  #atMs: number;
  #refused = 0;
  #toldAtMs = Number.NEGATIVE_INFINITY;

  constructor(limits: RealtimeLimits, nowMs: number) {
    this.#limits = limits;
    this.#tokens = limits.frameBurst;
    this.#atMs = nowMs;
  }

  /**
   * Takes one frame from the budget. `read` it; drop it and `tell` the peer, which happens once a second; `drop` it silently; or
   * end the connection for `abuse`.
   */
  take(nowMs: number): 'read' | 'tell' | 'drop' | 'abuse' {
    const { framesPerSecond, frameBurst } = this.#limits;
    this.#tokens = Math.min(frameBurst, this.#tokens + ((nowMs - this.#atMs) / 1000) * framesPerSecond);
    this.#atMs = nowMs;
    if (this.#tokens === frameBurst) this.#refused = 0;
    if (this.#tokens >= 1) {
      this.#tokens -= 1;
      return 'read';
    }
    this.#refused += 1;
    if (this.#refused > ABUSE) return 'abuse';
    if (nowMs - this.#toldAtMs < 1000) return 'drop';
    this.#toldAtMs = nowMs;
    return 'tell';
  }
}
