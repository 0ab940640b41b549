import type { MadeBytes } from './made-bytes.ts';

/** What to keep of a segment on a disk, and how the segment is had from that again. */
export interface SegmentSource {
  readonly pieces: readonly Buffer[];
  readonly make: (pieces: Buffer) => Buffer;
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
  get source(): SegmentSource {
    if (this.#parts.some(({ isMade }) => isMade)) return { pieces: [this.bytes], make: (pieces) => pieces };
    const makers = this.#parts.map(({ source, make }) => ({ make, length: lengthOf(source) }));
    return { pieces: this.#parts.flatMap(({ source }) => source), make: (pieces) => assemble(pieces, makers) };
  }
}

/** Of nothing that is a part of the pieces, so that these may leave the memory. */
function assemble(pieces: Buffer, makers: readonly Pick<Maker, 'make' | 'length'>[]): Buffer {
  let from = 0;
  return Buffer.concat(
    makers.map(({ make, length }) => {
      from += length;
      return make(pieces.subarray(from - length, from));
    }),
  );
}

interface Maker {
  readonly make: (source: Buffer) => Buffer;
  readonly length: number;
}

export function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
