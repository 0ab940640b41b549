import type { Clock } from '../../../../kernel/clock.ts';
import { mostMs } from './segmenter.ts';

/** A viewer who has not requested the playlist for this long (ms) has left: players do so at least once a segment. */
const goneMs = mostMs + 3_000;
/** Most viewers that are counted. */
const mostViewers = 5_000;

/** Counts the viewers of a stream as HLS, who have no connection that stays. [LS87] */
export class HlsViewers {
  readonly #clock: Clock;
  /** By the query of an address, which is signed for one viewer: when it was read last. The latest comes last. */
  readonly #lastMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get count(): number {
    const oldestMs = this.#clock.nowMs() - goneMs;
    for (const [query, ms] of this.#lastMs) {
      if (ms >= oldestMs) break;
      this.#lastMs.delete(query);
    }
    return this.#lastMs.size;
  }

  /** The playlist was read at an address with this query. */
  saw(query: string): void {
    const isNew = !this.#lastMs.delete(query);
    if (isNew && this.count >= mostViewers) return;
    this.#lastMs.set(query, this.#clock.nowMs());
  }
}
