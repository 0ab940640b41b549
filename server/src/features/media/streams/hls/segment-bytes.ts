import type { MadeBytes } from './made-bytes.ts';

/** What to keep of a segment on a disk, and how the segment is had from that again. */
export interface SegmentSource {
  readonly pieces: readonly Buffer[];
  readonly make: (pieces: Buffer) => Buffer;
  /** Called once the pieces are kept elsewhere. */
  readonly giveBack: () => void;
}

/** How a part is made, and the length of its source. */
interface Maker {
  readonly make: (source: Buffer) => Buffer;
  readonly length: number;
}

/** The bytes of a whole segment: those of its parts, which become views of it once it is made. [LS88] */
export class SegmentBytes {
  readonly #parts: readonly MadeBytes[];
  #made: Buffer | undefined;

  constructor(parts: readonly MadeBytes[]) {
    this.#parts = parts;
  }

  get bytes(): Buffer {
    if (this.#made) return this.#made;
    const made = Buffer.concat(this.#parts.map(({ bytes }) => bytes));
    let from = 0;
    for (const part of this.#parts) {
      const { length } = part.bytes;
      part.become(made.subarray(from, from + length));
      from += length;
    }
    this.#made = made;
    return made;
  }

  /** A segment of which anybody reads a part is made as a whole; of another one, what it would be made of is enough. */
  lend(): SegmentSource {
    const lent = this.#parts.some(({ isMade }) => isMade) ? [] : this.#parts.map((part) => part.lend()!);
    if (lent.length === 0) return { pieces: [this.bytes], make: (kept) => kept, giveBack: () => undefined };
    const makers = lent.map(({ source }, at) => ({ make: this.#parts[at]!.make, length: lengthOf(source) }));
    return {
      pieces: lent.flatMap(({ source }) => source),
      make: (kept) => assemble(kept, makers),
      giveBack: () => {
        for (const one of lent) one.giveBack();
      },
    };
  }

  /** Nobody asks for it any more. */
  forget(): void {
    for (const part of this.#parts) part.forget();
  }
}

/** Of what is read again: the makers keep nothing in memory. */
function assemble(kept: Buffer, makers: readonly Maker[]): Buffer {
  let from = 0;
  return Buffer.concat(
    makers.map(({ make, length }) => {
      from += length;
      return make(kept.subarray(from - length, from));
    }),
  );
}

export function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
