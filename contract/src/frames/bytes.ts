/** The bytes of a frame, read from first to last (protobuf encoding, "Base 128 Varints" and "Message Structure"). */
import { Wire } from './shapes.ts';

const texts = new TextDecoder();

export class FrameError extends Error {
  override name = 'FrameError';
}

/** Reads values from `bytes`. @throws FrameError where they end too early. */
export class Bytes {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** A varint of 32 bits. Drops higher bits, which an int32 below zero has. */
  uint32(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#byte();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw new FrameError('A number is too long.');
  }

  int64(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw new FrameError('A number is too long.');
  }

  double(): number {
    return this.#view.getFloat64(this.#move(8), true);
  }

  bytes(): Uint8Array {
    const length = this.uint32();
    const from = this.#move(length);
    return this.#bytes.subarray(from, from + length);
  }

  text(): string {
    return texts.decode(this.bytes());
  }

  /** Skips the value of a field that this build does not know. */
  skip(wire: number): void {
    if (wire === Wire.VARINT) this.int64();
    else if (wire === Wire.FIXED64) this.#move(8);
    else if (wire === Wire.LENGTH) this.bytes();
    else if (wire === Wire.FIXED32) this.#move(4);
    else throw new FrameError(`There is no wire type ${wire}.`);
  }

  #byte(): number {
    return this.#bytes[this.#move(1)]!;
  }

  /** Moves on by `count` bytes. @returns their start. */
  #move(count: number): number {
    const from = this.#at;
    if (from + count > this.#bytes.length) throw new FrameError('The frame ends too early.');
    this.#at = from + count;
    return from;
  }
}
