/** Buffers up to this length are allocated at once. */
const leastBytes = 1_024;
const none = Buffer.alloc(0);

/**
 * A buffer for bytes that arrive in pieces. Allocates at most twice the received bytes, or `leastBytes`, whatever
 * length was announced.
 */
export class GrowingBytes {
  #bytes: Buffer = none;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Allocated memory, in bytes. */
  get held(): number {
    return this.#bytes.length;
  }

  /** Copies `piece`; `expected` is the length of all pieces together. */
  add(piece: Buffer, expected: number): void {
    const needed = this.#length + piece.length;
    if (needed > this.#bytes.length) {
      const size = Math.min(Math.max(expected, needed), Math.max(needed, this.#bytes.length * 2, leastBytes));
      const grown = Buffer.allocUnsafeSlow(Math.max(size, needed));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    piece.copy(this.#bytes, this.#length);
    this.#length = needed;
  }

  /** Returns the received bytes and empties the buffer. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = none;
    this.#length = 0;
    return taken;
  }
}
