/** Reads FLV as it comes (Adobe Flash Video File Format 10.1, annexes E.2 to E.4). It knows no connection. [MX11] */
import { GrowingBytes } from '../../kernel/growing-bytes.ts';
import { BrokenMedia } from './broken-media.ts';
import { flvTagType } from './flv-tags.ts';

const fileHeaderBytes = 9;
const tagHeaderBytes = 11;
/** The length of the tag before, which follows each tag. */
const backPointerBytes = 4;
/** Longest file header: version 1 has 9 bytes. */
const mostHeaderBytes = 1_024;
/** Longest tag, as for messages of RTMP: a key frame of 4K at a high rate has about two million bytes. */
const mostTagBytes = 4 * 1_048_576;

/** A tag of FLV, and so a message of RTMP. */
export interface FlvTag {
  readonly kind: 'audio' | 'video' | 'data';
  /** Milliseconds. */
  readonly timestamp: number;
  readonly payload: Buffer;
}

const kinds: Readonly<Record<number, FlvTag['kind']>> = {
  [flvTagType.audio]: 'audio',
  [flvTagType.video]: 'video',
  [flvTagType.data]: 'data',
};

interface OpenTag {
  readonly kind: FlvTag['kind'] | undefined;
  readonly timestamp: number;
  readonly length: number;
  readonly bytes: GrowingBytes;
}

/** Whether bytes begin as FLV does. */
export function isFlv(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.toString('latin1', 0, 3) === 'FLV' && bytes[3] === 1;
}

export class FlvReader {
  readonly #onTag: (message: FlvTag) => void;
  /** The beginning of a header. */
  #head: Buffer = Buffer.alloc(0);
  #skip = 0;
  #isBegun = false;
  #tag: OpenTag | undefined;

  constructor(onTag: (tag: FlvTag) => void) {
    this.#onTag = onTag;
  }

  /** @throws BrokenMedia */
  push(data: Buffer): void {
    let at = 0;
    while (at < data.length) {
      const rest = data.subarray(at);
      if (this.#skip > 0) at += this.#skipSome(rest);
      else if (this.#tag) at += this.#fill(this.#tag, rest);
      else at += this.#readHeader(rest);
    }
  }

  #skipSome({ length }: Buffer): number {
    const skipped = Math.min(this.#skip, length);
    this.#skip -= skipped;
    return skipped;
  }

  #fill(tag: OpenTag, data: Buffer): number {
    const piece = data.subarray(0, tag.length - tag.bytes.length);
    tag.bytes.add(piece, tag.length);
    if (tag.bytes.length === tag.length) this.#finish(tag);
    return piece.length;
  }

  #finish({ kind, timestamp, bytes }: OpenTag): void {
    this.#tag = undefined;
    this.#skip = backPointerBytes;
    const payload = bytes.take();
    if (kind !== undefined && payload.length > 0) this.#onTag({ kind, timestamp, payload });
  }

  #readHeader(data: Buffer): number {
    const wanted = this.#isBegun ? tagHeaderBytes : fileHeaderBytes;
    const piece = data.subarray(0, wanted - this.#head.length);
    this.#head = Buffer.concat([this.#head, piece]);
    if (this.#head.length < wanted) return piece.length;
    const head = this.#head;
    this.#head = Buffer.alloc(0);
    if (this.#isBegun) this.#beginTag(head);
    else this.#beginFile(head);
    return piece.length;
  }

  #beginFile(head: Buffer): void {
    const length = head.readUInt32BE(5);
    if (!isFlv(head) || length < fileHeaderBytes || length > mostHeaderBytes) throw new BrokenMedia('no FLV');
    this.#isBegun = true;
    this.#skip = length - fileHeaderBytes + backPointerBytes;
  }

  #beginTag(head: Buffer): void {
    const type = head.readUInt8(0);
    const length = head.readUIntBE(1, 3);
    // The two highest bits are 0; the third one says that the tag is encrypted.
    if (type > 0x1f || length > mostTagBytes) throw new BrokenMedia('a tag of FLV that is encrypted or too long');
    const timestamp = (head.readUInt8(7) << 24) | head.readUIntBE(4, 3);
    const tag = { kind: kinds[type], timestamp: timestamp >>> 0, length, bytes: new GrowingBytes() };
    if (length === 0) this.#finish(tag);
    else this.#tag = tag;
  }
}
