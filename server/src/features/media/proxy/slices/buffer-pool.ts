/** Reusable buffers of one size: writing a film takes thousands of them. */
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

  /** Only for a buffer that is no longer in use, by the system neither. */
  give(buffer: Buffer): void {
    if (this.#spare.length < this.#maxSpare) this.#spare.push(buffer);
  }
}
