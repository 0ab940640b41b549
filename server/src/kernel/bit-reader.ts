/** Reads the bits of a header, most significant bit of each byte first. */
export class BitReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** @throws RangeError if fewer bits are left. */
  bits(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw new RangeError('the header ends too soon');
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
      this.#at += 1;
    }
    return value;
  }

  /** Exp-Golomb code (ITU-T H.264, section 9.1). @throws RangeError */
  count(): number {
    let zeros = 0;
    while (this.bits(1) === 0) if (++zeros > mostBits) throw new RangeError('no count');
    return 2 ** zeros - 1 + this.bits(zeros);
  }
}

/** Maximum number of leading zeros of a count: a longer code would not fit in 32 bits. */
const mostBits = 31;

/**
 * The payload of an H.264 or HEVC NAL unit without emulation prevention: the bytes 0, 0, 3 stand for 0, 0 (ITU-T H.264,
 * section 7.4.1).
 */
export function withoutEmulation(unit: Buffer): Buffer {
  return Buffer.from(unit.filter((byte, at) => !(byte === 3 && at >= 2 && unit[at - 1] === 0 && unit[at - 2] === 0)));
}
