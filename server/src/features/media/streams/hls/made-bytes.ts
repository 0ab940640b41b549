/** The source of bytes, lent to a reader for a while. */
export interface Lent {
  readonly source: readonly Buffer[];
  /** Called when the reader is done. A reader that never calls it keeps the source in memory. */
  readonly giveBack: () => void;
}

/** Bytes that are made from a source at the first request: most parts of a stream are never requested. [LS88] */
export class MadeBytes {
  #source: readonly Buffer[] | undefined;
  readonly make: (source: Buffer) => Buffer;
  readonly #onUnused: (source: readonly Buffer[]) => void;
  #made: Buffer | undefined;
  #isForgotten = false;
  /** Number of readers of the source. */
  #lent = 0;

  /** `onUnused`: called when the source is no longer needed. */
  constructor(
    source: readonly Buffer[] | undefined,
    make: (source: Buffer) => Buffer,
    onUnused: (source: readonly Buffer[]) => void,
  ) {
    this.#source = source;
    this.make = make;
    this.#onUnused = onUnused;
  }

  /** Bytes that are ready. */
  static whole(bytes: Buffer): MadeBytes {
    const made = new MadeBytes(
      undefined,
      (source) => source,
      () => undefined,
    );
    made.become(bytes);
    return made;
  }

  get isMade(): boolean {
    return this.#made !== undefined;
  }

  /** Must not be read after `forget`, unless the source is lent. */
  get bytes(): Buffer {
    if (!this.#made) this.become(this.make(Buffer.concat(this.#source!)));
    return this.#made!;
  }

  /** Replaces its bytes by equal ones, so that nothing is in memory twice. */
  become(bytes: Buffer): void {
    this.#made = bytes;
    this.#leave();
  }

  /** Says that no reader will ask for the bytes again. */
  forget(): void {
    this.#isForgotten = true;
    this.#leave();
  }

  /** Lends the source, which stays in memory until it is given back. Undefined: the bytes are made already. */
  lend(): Lent | undefined {
    const source = this.#source;
    if (!source || this.#made) return undefined;
    this.#lent += 1;
    const giveBack = () => {
      this.#lent -= 1;
      this.#leave();
    };
    return { source, giveBack };
  }

  #leave(): void {
    if (this.#lent > 0 || !this.#source || !(this.#made || this.#isForgotten)) return;
    this.#onUnused(this.#source);
    this.#source = undefined;
  }
}
