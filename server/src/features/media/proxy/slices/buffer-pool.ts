/** Buffers of one size that are used again: a film is written with thousands of them. */
export class BufferPool {
  readonly #bytes: number;
  readonly #maxSpare: number;
  readonly #spare: Buffer[] = [];

  constructor(bytes: number, maxSpare: number) {
    this.#bytes = bytes;
    this.#maxSpare = maxSpare;
  }

  take(): Buffer {
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.#bytes);
  }

  /** Only for a buffer that nobody, the system included, reads from any more. */
  give(buffer: Buffer): void {
    if (this.#spare.length < this.#maxSpare) this.#spare.push(buffer);
  }
}
