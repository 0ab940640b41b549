import type { ByteAnswer, ByteRequest } from '../../../kernel/http/byte-routes.ts';
import type { Tx } from '../../../store/database.ts';

/** A film that this server made, as a file on its disk. */
export interface RecordedFile {
  readonly path: string;
  readonly name: string;
  readonly ownerId: string;
  readonly roomId: string;
}

/** Films that this server made itself, among the files of rooms. [FI60] [FI61] */
export interface RecordedFiles {
  /** What the files of a room may have beyond what they have; undefined: there is no limit. */
  bytesLeft(roomId: string): Promise<number | undefined>;
  /** Copies a film to where such files lie. Without `attach`, the copy is freed in the end. */
  store(file: RecordedFile): Promise<{
    /** Makes it the film of an item, with which it goes. */
    attach(tx: Tx, mediaId: string): Promise<void>;
  }>;
  /** The film of an item: all of it, or a range. Undefined: there is none. The caller has checked who asks. */
  open(
    roomId: string,
    mediaId: string,
    request: Pick<ByteRequest, 'headers' | 'signal'>,
  ): Promise<ByteAnswer | undefined>;
}
