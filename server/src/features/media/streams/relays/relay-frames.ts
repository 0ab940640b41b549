/** The bytes between two processes: frames of a kind, a time and a body. Pure. [LS42] [LS44] */
import { RelayBroken } from './relay-broken.ts';

export const frameKind = { state: 1, audio: 2, video: 3, facts: 4, tick: 5, end: 6 } as const;

export interface RelayFrame {
  readonly kind: number;
  /** Milliseconds of the stream. */
  readonly ms: number;
  readonly body: Buffer;
}

/** Bytes of a head: one of the kind, four of the length of the body, eight of the time. */
const headBytes = 13;
/** Most bytes of a body, by kind. A message of RTMP has 4 MiB at most; a state has segments and frames in it. */
const mostBytes: Readonly<Record<number, number>> = {
  [frameKind.state]: 64 * 1_048_576,
  [frameKind.audio]: 4 * 1_048_576,
  [frameKind.video]: 4 * 1_048_576,
  [frameKind.facts]: 4_096,
  [frameKind.tick]: 0,
  [frameKind.end]: 0,
};

export function frameHead(kind: number, ms: number, length: number): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(length, 1);
  head.writeDoubleBE(ms, 5);
  return head;
}

/** Finds frames in bytes that come in pieces of any length. Keeps no more than the frame that is on its way. */
export class FrameReader {
  #pieces: Buffer[] = [];
  #held = 0;
  /** Undefined: the head has not come yet. */
  #head: { readonly kind: number; readonly ms: number; readonly length: number } | undefined;

  /** @throws RelayBroken */
  *read(piece: Buffer): Generator<RelayFrame> {
    this.#pieces.push(piece);
    this.#held += piece.length;
    for (;;) {
      this.#head ??= this.#readHead();
      if (!this.#head || this.#held < this.#head.length) return;
      const { kind, ms, length } = this.#head;
      this.#head = undefined;
      yield { kind, ms, body: this.#take(length) };
    }
  }

  #readHead() {
    if (this.#held < headBytes) return undefined;
    const head = this.#take(headBytes);
    const [kind, length, ms] = [head.readUInt8(0), head.readUInt32BE(1), head.readDoubleBE(5)];
    const most = mostBytes[kind];
    if (most === undefined || length > most || !Number.isFinite(ms)) throw new RelayBroken('it sends no frames');
    return { kind, length, ms };
  }

  #take(length: number): Buffer {
    const all = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
    this.#pieces = all.length > length ? [all.subarray(length)] : [];
    this.#held = all.length - length;
    return all.subarray(0, length);
  }
}
