/** Turns the bytes of a connection into messages (RTMP 1.0, section 5.3). It knows no socket. [RTM2] */
import { GrowingBytes } from '../../kernel/growing-bytes.ts';
import { messageType, type RtmpMessage } from './message.ts';
import { RtmpError } from './rtmp-error.ts';

export interface ChunkLimits {
  /** Longest message, in bytes: a key frame of 4K at a high rate has about two million. */
  readonly maxMessageBytes: number;
  /** Bytes of incomplete messages, over all chunk streams. */
  readonly maxHeldBytes: number;
  /** Encoders use fewer than ten. */
  readonly maxChunkStreams: number;
}

export const usualLimits: ChunkLimits = {
  maxMessageBytes: 4 * 1_048_576,
  maxHeldBytes: 6 * 1_048_576,
  maxChunkStreams: 32,
};

interface ChunkStream {
  /** From the last header with a time stamp or a difference. */
  field: number;
  isExtended: boolean;
  timestamp: number;
  length: number;
  type: number;
  streamId: number;
  readonly partial: GrowingBytes;
  /** True while a message has begun and is incomplete; it may have no bytes yet. */
  isOpen: boolean;
}

/**
 * Both sides begin with this size (section 5.4.1). A smaller one costs a header for few bytes, and no encoder asks for
 * it.
 */
const leastChunkBytes = 128;
/** Longest header: 3 bytes that name the chunk stream, 11 of the message, 4 of an extended time stamp. */
const longestHeader = 18;
const extended = 0xff_ffff;
/** Bytes of the header of the message, by the format of the chunk. (Section 5.3.1.2) */
const headerBytes = [11, 7, 3, 0] as const;

export class ChunkReader {
  readonly #limits: ChunkLimits;
  readonly #streams = new Map<number, ChunkStream>();
  /** Section 5.4.1. */
  #chunkSize = leastChunkBytes;
  /** Bytes of memory of all incomplete messages. */
  #heldParts = 0;
  #chunks = 0;
  /** The beginning of a header. */
  #rest: Buffer = Buffer.alloc(0);
  #current: { readonly stream: ChunkStream; left: number } | undefined;

  constructor(limits: ChunkLimits = usualLimits) {
    this.#limits = limits;
  }

  /** Bytes of memory that wait for more to come. */
  get held(): number {
    return this.#rest.length + this.#heldParts;
  }

  /** Chunks read so far. The cost of reading depends on these more than on bytes. */
  get chunks(): number {
    return this.#chunks;
  }

  /** Reads `data`, and hands each complete message to `onMessage` before it reads the next one. @throws RtmpError */
  push(data: Buffer, onMessage: (message: RtmpMessage) => void): void {
    const bytes = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data]);
    this.#rest = Buffer.alloc(0);
    let at = 0;
    for (;;) {
      if (this.#current === undefined) {
        const read = this.#readHeader(bytes, at);
        if (read === 0) break;
        at += read;
      }
      at += this.#readPayload(bytes, at, onMessage);
      if (this.#current !== undefined) return;
    }
    // A copy: a slice would keep all received bytes in memory.
    this.#rest = Buffer.from(bytes.subarray(at, at + longestHeader));
  }

  /** Reads the header at `at`. @returns its length in bytes; 0: not all of it has come. */
  #readHeader(bytes: Buffer, at: number): number {
    const first = bytes[at];
    if (first === undefined) return 0;
    const format = first >> 6;
    const small = first & 0x3f;
    const basic = small === 0 ? 2 : small === 1 ? 3 : 1;
    if (bytes.length < at + basic) return 0;
    // Sections 5.3.1.1: two and three bytes name chunk streams from 64 on.
    const id = basic === 1 ? small : basic === 2 ? 64 + bytes[at + 1]! : 64 + bytes.readUInt16LE(at + 1);
    const known = this.#streams.get(id);
    if (known === undefined && format !== 0) throw new RtmpError('broken_chunk');
    const start = at + basic;
    const end = start + headerBytes[format as 0 | 1 | 2 | 3];
    if (bytes.length < end) return 0;
    const field = format === 3 ? known!.field : bytes.readUIntBE(start, 3);
    const isExtended = format === 3 ? known!.isExtended : field === extended;
    const total = end + (isExtended ? 4 : 0);
    if (bytes.length < total) return 0;
    const stream = known ?? this.#addStream(id);
    if (format !== 3 && stream.isOpen) throw new RtmpError('broken_chunk');
    if (format !== 3) {
      stream.isExtended = isExtended;
      stream.field = isExtended ? bytes.readUInt32BE(end) : field;
    }
    if (format < 2) {
      stream.length = bytes.readUIntBE(start + 3, 3);
      stream.type = bytes.readUInt8(start + 6);
    }
    if (format === 0) stream.streamId = bytes.readUInt32LE(start + 7);
    if (!stream.isOpen) this.#open(stream, format === 0);
    this.#chunks += 1;
    const left = Math.min(this.#chunkSize, stream.length - stream.partial.length);
    this.#current = { stream, left };
    return total - at;
  }

  #addStream(id: number): ChunkStream {
    if (this.#streams.size >= this.#limits.maxChunkStreams) throw new RtmpError('too_many_chunk_streams');
    const stream: ChunkStream = {
      ...{ field: 0, isExtended: false, timestamp: 0, length: 0, type: 0, streamId: 0, isOpen: false },
      partial: new GrowingBytes(),
    };
    this.#streams.set(id, stream);
    return stream;
  }

  #open(stream: ChunkStream, isAbsolute: boolean): void {
    if (stream.length > this.#limits.maxMessageBytes) throw new RtmpError('message_too_long');
    stream.timestamp = isAbsolute ? stream.field : (stream.timestamp + stream.field) >>> 0;
    stream.isOpen = true;
  }

  /** @returns the number of bytes that were taken. */
  #readPayload(bytes: Buffer, at: number, onMessage: (message: RtmpMessage) => void): number {
    const current = this.#current!;
    const { stream } = current;
    const { type, length } = stream;
    const isMedia = type === messageType.audio || type === messageType.video;
    // Most media messages arrive whole and are views of the received bytes: code that keeps one for long copies it.
    if (isMedia && current.left === length && bytes.length - at >= length) {
      this.#complete(stream, bytes.subarray(at, at + length), onMessage);
      return length;
    }
    const piece = bytes.subarray(at, at + current.left);
    const before = stream.partial.held;
    stream.partial.add(piece, stream.length);
    this.#heldParts += stream.partial.held - before;
    current.left -= piece.length;
    if (current.left > 0) {
      if (this.held > this.#limits.maxHeldBytes) throw new RtmpError('too_much_held');
      return piece.length;
    }
    if (stream.partial.length < stream.length) {
      this.#current = undefined;
      if (this.held > this.#limits.maxHeldBytes) throw new RtmpError('too_much_held');
      return piece.length;
    }
    this.#complete(stream, this.#takePartial(stream), onMessage);
    return piece.length;
  }

  #complete(stream: ChunkStream, payload: Buffer, onMessage: (message: RtmpMessage) => void): void {
    this.#current = undefined;
    stream.isOpen = false;
    const { type, streamId, timestamp } = stream;
    const message: RtmpMessage = { type, streamId, timestamp, payload };
    if (!this.#isOwn(message)) onMessage(message);
  }

  /** Whether a message is about the chunks themselves; it is handled then. (Sections 5.4.1 and 5.4.2) */
  #isOwn({ type, payload }: RtmpMessage): boolean {
    if (type !== messageType.setChunkSize && type !== messageType.abort) return false;
    if (payload.length < 4) throw new RtmpError('broken_control');
    const value = payload.readUInt32BE();
    if (type === messageType.setChunkSize) {
      if (value < leastChunkBytes || value > 0x7fff_ffff) throw new RtmpError('broken_control');
      this.#chunkSize = value;
      return true;
    }
    const aborted = this.#streams.get(value);
    if (aborted) {
      this.#takePartial(aborted);
      aborted.isOpen = false;
    }
    return true;
  }

  #takePartial({ partial }: ChunkStream): Buffer {
    this.#heldParts -= partial.held;
    return partial.take();
  }
}
