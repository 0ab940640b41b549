/** What bytes are made of, for who reads that for a while. */
export interface Lent {
  readonly source: readonly Buffer[];
  /** It is read no more. Whoever cannot say so never does. */
  readonly giveBack: () => void;
}

/** Bytes that are made of others when somebody first asks for them: most parts of a stream nobody reads. [LS88] */
export class MadeBytes {
  #source: readonly Buffer[] | undefined;
  readonly make: (source: Buffer) => Buffer;
  readonly #onUnused: (source: readonly Buffer[]) => void;
  #made: Buffer | undefined;
  #isForgotten = false;
  /** How many read the source. */
  #lent = 0;

  /** `onUnused`: nobody needs the source any more. */
  constructor(
    source: readonly Buffer[] | undefined,
    make: (source: Buffer) => Buffer,
    onUnused: (source: readonly Buffer[]) => void,
  ) {
    this.#source = source;
    this.make = make;
    this.#onUnused = onUnused;
  }

  /** Those of which nothing has to be made. */
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

  /** Not for who has called `forget`. */
  get bytes(): Buffer {
    if (!this.#made) this.become(this.make(Buffer.concat(this.#source!)));
    return this.#made!;
  }

  /** Takes equal bytes in the place of what it has, so that nothing is in memory twice. */
  become(bytes: Buffer): void {
    this.#made = bytes;
    this.#leave();
  }

  /** Nobody asks for them any more. */
  forget(): void {
    this.#isForgotten = true;
    this.#leave();
  }

  /** What they are made of, which stays until it is given back. Undefined: they are made. */
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
