import type { RealtimeLimits } from '../limits.ts';

/** Refused frames in a row (without a pause in which the budget fills up) after which a connection counts as abuse: 5 s at ten times the rate. */
const ABUSE = 2_500;

/** Budget of incoming frames of one connection: a token bucket. [RT13] */
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

  /** Takes one frame: read it; drop it and tell (once a second); drop it silently; or end the connection. */
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
