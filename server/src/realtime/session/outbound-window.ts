import type { RealtimeLimits } from '../limits.ts';

/**
 * Detects a reader that is too slow. A callback for each sent frame would halve the throughput, so the number of
 * waiting frames is derived from the number of waiting bytes. While bytes wait, the window remembers the sizes of the
 * last frames. If these add up to less than the waiting bytes, all of them are waiting, which is too many. Headers that
 * a transport adds count as waiting too, so the limit is a few frames stricter. A reader that keeps up costs no memory.
 * [RT10]
 */
export class OutboundWindow {
  readonly #limits: RealtimeLimits;
  #sizes: Uint32Array | undefined;
  #count = 0;
  #next = 0;
  #sum = 0;

  constructor(limits: RealtimeLimits) {
    this.#limits = limits;
  }

  /**
   * Counts one more frame of `bytes` while `buffered` bytes wait. False: the reader is too slow, and the frame must not
   * be sent.
   */
  admit(bytes: number, buffered: number): boolean {
    if (buffered === 0) {
      if (this.#sizes !== undefined) this.#forget();
      return true;
    }
    if (buffered + bytes > this.#limits.outboundBytes) return false;
    const size = this.#limits.outboundFrames;
    this.#sizes ??= new Uint32Array(size);
    if (this.#count === size) {
      if (buffered >= this.#sum) return false;
      this.#sum -= this.#sizes[this.#next] ?? 0;
    } else this.#count += 1;
    this.#sizes[this.#next] = bytes;
    this.#sum += bytes;
    this.#next = (this.#next + 1) % size;
    return true;
  }

  #forget(): void {
    this.#sizes = undefined;
    this.#count = 0;
    this.#next = 0;
    this.#sum = 0;
  }
}
