/** Reads RTSP messages and interleaved media, however the chunks are split (RFC 2326, section 10.12). */
import { GrowingBytes } from '../../kernel/growing-bytes.ts';
import { RtspError } from './rtsp-error.ts';
import { headerOf, parseHead, type RtspAnswer, type RtspRequest } from './rtsp-message.ts';

const maxHeadBytes = 16_384;
/** Longest body, in bytes: stream descriptions have about one thousand. */
const maxBodyBytes = 65_536;
const dollar = 0x24;
const [carriageReturn, lineFeed] = [0x0d, 0x0a];
const frameHeadBytes = 4;

export interface RtspListener {
  onAnswer(answer: RtspAnswer): void;
  onRequest(request: RtspRequest): void;
  /** Media of a track, or reports about it. */
  onFrame(channel: number, payload: Buffer): void;
}

interface Open {
  readonly length: number;
  readonly bytes: GrowingBytes;
  finish(bytes: Buffer): void;
}

export class RtspReader {
  readonly #listener: RtspListener;
  #head = new GrowingBytes();
  #isFrame = false;
  /** Whether the current line is empty so far. */
  #isLineEmpty = true;
  /** The body or media being read. */
  #open: Open | undefined;

  constructor(listener: RtspListener) {
    this.#listener = listener;
  }

  /** @throws RtspError */
  push(data: Buffer): void {
    let at = 0;
    while (at < data.length) {
      const rest = data.subarray(at);
      if (this.#open) at += this.#fill(this.#open, rest);
      else if (this.#head.length === 0) at += this.#begin(rest[0]!);
      else at += this.#isFrame ? this.#readFrameHead(rest) : this.#readHead(rest);
    }
  }

  #fill(open: Open, data: Buffer): number {
    const piece = data.subarray(0, open.length - open.bytes.length);
    open.bytes.add(piece, open.length);
    if (open.bytes.length === open.length) {
      this.#open = undefined;
      open.finish(open.bytes.take());
    }
    return piece.length;
  }

  /** Empty lines between messages are skipped. */
  #begin(byte: number): number {
    if (byte === carriageReturn || byte === lineFeed) return 1;
    this.#isFrame = byte === dollar;
    this.#isLineEmpty = false;
    this.#head.add(Buffer.of(byte), 1);
    return 1;
  }

  #readFrameHead(data: Buffer): number {
    const piece = data.subarray(0, frameHeadBytes - this.#head.length);
    this.#head.add(piece, frameHeadBytes);
    if (this.#head.length < frameHeadBytes) return piece.length;
    const head = this.#head.take();
    const channel = head.readUInt8(1);
    this.#expect(head.readUInt16BE(2), (payload) => this.#listener.onFrame(channel, payload));
    return piece.length;
  }

  #readHead(data: Buffer): number {
    const end = this.#endOfHead(data);
    const piece = end === undefined ? data : data.subarray(0, end);
    if (this.#head.length + piece.length > maxHeadBytes) throw new RtspError('head_too_long');
    this.#head.add(piece, this.#head.length + piece.length);
    if (end === undefined) return piece.length;
    const head = parseHead(this.#head.take().toString('utf8'));
    this.#expect(bodyLength(headerOf(head, 'content-length')), (body) => {
      if ('status' in head) this.#listener.onAnswer({ ...head, body });
      else this.#listener.onRequest({ ...head, body });
    });
    return piece.length;
  }

  /** The offset after the empty line; undefined: not received yet. Examines each byte once. */
  #endOfHead(data: Buffer): number | undefined {
    for (let at = 0; at < data.length; at += 1) {
      const byte = data[at];
      if (byte === lineFeed && this.#isLineEmpty) return at + 1;
      if (byte !== carriageReturn) this.#isLineEmpty = byte === lineFeed;
    }
    return undefined;
  }

  #expect(length: number, finish: Open['finish']): void {
    if (length === 0) finish(Buffer.alloc(0));
    else this.#open = { length, bytes: new GrowingBytes(), finish };
  }
}

function bodyLength(text: string | undefined): number {
  if (text === undefined) return 0;
  if (!/^\d+$/.test(text)) throw new RtspError('broken_header');
  const length = Number(text);
  if (length > maxBodyBytes) throw new RtspError('body_too_long');
  return length;
}
