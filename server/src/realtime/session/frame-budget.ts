import type { RealtimeLimits } from '../limits.ts';

/**
 * This many refused frames, without a pause in which the budget refills, end a connection: 5 s at ten times the rate.
 */
const ABUSE = 2_500;

/** The budget of one connection for the frames that it sends: a token bucket. [RT13] */
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
   * Takes one frame from the budget. `read`: read it. `tell`: drop it and notify the peer, at most once a second.
   * `drop`: drop it silently. `abuse`: end the connection.
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
