/**
 * The format of a backup file, which is compressed with gzip as a whole (RFC 1952). The first line names the format.
 * Then come frames: one letter, the payload's length in four bytes (big-endian), and the payload. [BK1]
 */
import { createHash, type Hash } from 'node:crypto';

/** First bytes of every backup. The number changes when older readers can no longer read it. */
export const magic = Buffer.from('matinee backup 1\n', 'latin1');

/** Content of a frame: header, start of a table, its rows as COPY writes them, its end, sequences, the trailer. */
export type FrameKind = 'H' | 'T' | 'D' | 'E' | 'S' | 'Z';

export interface Frame {
  readonly kind: FrameKind;
  readonly payload: Buffer;
}

/** Maximum payload that is read, in bytes: a table row has at most a message of 16 MiB and its other columns. */
const maxPayloadBytes = 256 * 1024 * 1024;

const headBytes = 5;

export function encodeFrame(kind: FrameKind, payload: Buffer | object): Buffer {
  const body = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload));
  const frame = Buffer.allocUnsafe(headBytes + body.length);
  frame.write(kind, 0, 'latin1');
  frame.writeUInt32BE(body.length, 1);
  body.copy(frame, headBytes);
  return frame;
}

/**
 * The payload of a JSON frame. @throws BackupError if it is not JSON: frames are read before the digest is verified.
 */
export function jsonOf<T>({ payload }: Frame): T {
  try {
    return JSON.parse(payload.toString('utf8')) as T;
  } catch {
    throw new BackupError('is damaged');
  }
}

/** SHA-256 over everything before the trailer, updated while frames are written or read. */
export function makeDigest(): Hash {
  return createHash('sha256');
}

/** The backup cannot be used; the message tells the operator why. Nothing was changed. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * Checked frames of an unpacked backup, including the trailer, which must come last and have the right digest.
 * @throws BackupError for anything else, after yielding the frames before the fault.
 */
export async function* readFrames(bytes: AsyncIterable<Buffer>): AsyncIterable<Frame> {
  const digest = makeDigest();
  const reader = new ByteReader(bytes);
  const start = await reader.take(magic.length);
  if (start === undefined || !start.equals(magic))
    throw new BackupError('is no backup of Matinee, or of a version that is newer than this one');
  digest.update(start);
  for (;;) {
    const head = await reader.take(headBytes);
    if (head === undefined) throw new BackupError('is cut off: its end is missing');
    const kind = head.toString('latin1', 0, 1) as FrameKind;
    const length = head.readUInt32BE(1);
    if (!'HTDESZ'.includes(kind) || length > maxPayloadBytes) throw new BackupError('is damaged');
    const payload = await reader.take(length);
    if (payload === undefined) throw new BackupError('is cut off: its end is missing');
    const frame = { kind, payload };
    if (kind !== 'Z') {
      digest.update(head).update(payload);
      yield frame;
      continue;
    }
    if (jsonOf<{ sha256?: string }>(frame).sha256 !== digest.digest('hex'))
      throw new BackupError('is damaged: its digest does not fit');
    if ((await reader.take(1)) !== undefined) throw new BackupError('is damaged: something follows its end');
    yield frame;
    return;
  }
}

/** Reads a stream in pieces of a given length. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #parts: Buffer[] = [];
  #held = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Exactly `length` bytes; undefined when fewer are left. */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.#held < length) {
      const next = await this.#source.next();
      if (next.done) return undefined;
      this.#parts.push(next.value);
      this.#held += next.value.length;
    }
    const all = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    this.#parts = [all.subarray(length)];
    this.#held -= length;
    return all.subarray(0, length);
  }
}
