import { Wire } from './shapes.ts';

const utf8 = new TextEncoder();

/** Writes the bytes of a message. Frames of clients are small: a chat message, or a WebRTC answer of a few kB. */
export class FrameWriter {
  readonly #bytes: number[] = [];

  varint(field: number, value: bigint): void {
    this.#start(field, Wire.VARINT);
    let rest = BigInt.asUintN(64, value);
    for (; rest > 0x7fn; rest >>= 7n) this.#bytes.push(Number(rest & 0x7fn) | 0x80);
    this.#bytes.push(Number(rest));
  }

  double(field: number, value: number): void {
    this.#start(field, Wire.FIXED64);
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value, true);
    this.#append(new Uint8Array(view.buffer));
  }

  text(field: number, value: string): void {
    this.bytes(field, utf8.encode(value));
  }

  nested(field: number, message: FrameWriter): void {
    this.bytes(field, message.#bytes);
  }

  bytes(field: number, value: ArrayLike<number> & Iterable<number>): void {
    this.#start(field, Wire.LENGTH);
    this.#length(value.length);
    this.#append(value);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes);
  }

  #start(field: number, wire: number): void {
    this.#length((field << 3) | wire);
  }

  #length(value: number): void {
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes.push((rest & 0x7f) | 0x80);
    this.#bytes.push(rest);
  }

  #append(bytes: Iterable<number>): void {
    for (const byte of bytes) this.#bytes.push(byte);
  }
}
