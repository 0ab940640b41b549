import type { Random } from '../../../kernel/random.ts';

const firstMs = 1_000;
const longestMs = 30_000;
/** Random share by which a delay is longer or shorter, so that many pulls of one source do not retry at once. */
const jitter = 0.25;

/** The delay before a source is retried: doubles each time, up to half a minute. [PUL4] */
export class BackOff {
  readonly #random: Random;
  #tries = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** The next delay, in whole milliseconds. */
  next(): number {
    const usual = Math.min(firstMs * 2 ** this.#tries, longestMs);
    this.#tries = Math.min(this.#tries + 1, 10);
    const share = this.#random.bytes(2).readUInt16BE() / 0xffff;
    return Math.round(Math.min(Math.max(usual * (1 + jitter * (2 * share - 1)), firstMs), longestMs));
  }

  /** The source works again. */
  reset(): void {
    this.#tries = 0;
  }
}
