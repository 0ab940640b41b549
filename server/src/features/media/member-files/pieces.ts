/** Pieces of files that this process waits for: each is requested once, and arrives once. [MFL3] [MFL4] */
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../../kernel/clock.ts';
import type { ByteRange } from '../../../kernel/http/ranges.ts';
import { type Random, secretText } from '../../../kernel/random.ts';
import type { MemberFileFacts } from '../../../providers/member-file/member-file-address.ts';
import { serverFrame } from '../../../realtime/frames.ts';
import type { Givers } from './givers.ts';
import { memberFileErrors } from './member-files.errors.ts';

/** Largest piece, in bytes: a slice of the cache. */
export const mostPieceBytes = 2 * 1_024 * 1_024;
/** Time limits for a page to begin sending a piece, and then to finish it, in milliseconds. */
const beginMs = 20_000;
const sendMs = 90_000;

export interface PieceRequest {
  readonly file: MemberFileFacts;
  readonly length: number;
  /** Takes the bytes, at most once. Resolves when all have been read. @throws AppError, Error */
  take(bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

interface Parts {
  readonly clock: Clock;
  readonly random: Random;
  readonly givers: Pick<Givers, 'tell'>;
}

export class Pieces {
  readonly #parts: Parts;
  readonly #wanted = new Map<string, PieceRequest>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The pending request with this id. */
  find(requestId: string): PieceRequest | undefined {
    return this.#wanted.get(requestId);
  }

  /**
   * Requests a range from the page that serves the file. Resolves when the first bytes are about to arrive. @throws
   * AppError
   */
  async ask(file: MemberFileFacts, range: ByteRange, signal: AbortSignal): Promise<Readable> {
    const { clock, random, givers } = this.#parts;
    const requestId = secretText(random);
    const length = range.end - range.start + 1;
    const bytes = new PassThrough();
    // A failure is reported to the reader, if there is one.
    bytes.on('error', () => undefined);
    const give = (ms: number) => clock.after(ms, () => bytes.destroy(memberFileErrors.too_slow()));
    let cancel = give(beginMs);
    const leave = () => void bytes.destroy(new Error('nobody reads the piece any more'));
    signal.addEventListener('abort', leave, { once: true });
    bytes.once('close', () => {
      cancel();
      this.#wanted.delete(requestId);
      signal.removeEventListener('abort', leave);
    });
    const begun = new Promise<void>((resolve, reject) => {
      bytes.once('error', reject);
      this.#wanted.set(requestId, {
        file,
        length,
        take: (given) => {
          this.#wanted.delete(requestId);
          cancel();
          cancel = give(sendMs);
          resolve();
          return pipeline(given, exactly(length), bytes);
        },
      });
    });
    begun.catch(() => undefined);
    try {
      await givers.tell(file, frameOf(file, range, requestId), signal);
    } catch (cause) {
      bytes.destroy();
      throw cause;
    }
    await begun;
    return bytes;
  }
}

function frameOf({ mediaId, sizeBytes, fingerprint }: MemberFileFacts, { start, end }: ByteRange, requestId: string) {
  const value = { mediaId, requestId, sizeBytes, fingerprint, firstByte: start, lastByte: end };
  return serverFrame({ case: 'memberFileRange', value });
}

/** Passes `length` bytes through. @throws AppError `member_files.wrong_length` for more or fewer */
export function exactly(length: number): Transform {
  let left = length;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      left -= chunk.length;
      done(left < 0 ? memberFileErrors.wrong_length() : null, chunk);
    },
    flush: (done) => done(left > 0 ? memberFileErrors.wrong_length() : null),
  });
}
