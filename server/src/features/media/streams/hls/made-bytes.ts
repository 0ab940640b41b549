/** Bytes that are made of others when somebody first asks for them: most parts of a stream nobody reads. [LS88] */
export class MadeBytes {
  #source: readonly Buffer[] | undefined;
  readonly #make: (source: Buffer) => Buffer;
  #made: Buffer | undefined;

  constructor(source: readonly Buffer[], make: (source: Buffer) => Buffer) {
    this.#source = source;
    this.#make = make;
  }

  /** Those of which nothing has to be made. */
  static whole(bytes: Buffer): MadeBytes {
    const made = new MadeBytes([], (source) => source);
    made.become(bytes);
    return made;
  }

  get isMade(): boolean {
    return this.#made !== undefined;
  }

  /** @throws nothing that was not thrown before, for a source that was checked */
  get bytes(): Buffer {
    const made = this.#made ?? this.#make(Buffer.concat(this.#source!));
    this.become(made);
    return made;
  }

  /** What they are made of, in the order of the stream; empty once they are made. */
  get source(): readonly Buffer[] {
    return this.#source ?? [];
  }

  get make(): (source: Buffer) => Buffer {
    return this.#make;
  }

  /** Takes equal bytes in the place of what it has, so that nothing is in memory twice. */
  become(bytes: Buffer): void {
    this.#made = bytes;
    this.#source = undefined;
  }
}
