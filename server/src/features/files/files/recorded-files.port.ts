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
  /** Free space for files of the room, in bytes; undefined: there is no limit. */
  bytesLeft(roomId: string): Promise<number | undefined>;
  /** Copies a film to the configured backend. Without `attach`, the copy is freed after a while. */
  store(file: RecordedFile): Promise<{
    /** Makes it the film of an item, and is deleted with it. */
    attach(tx: Tx, mediaId: string): Promise<void>;
  }>;
  /** The film of an item, or a range of it. Undefined if there is none. The caller has checked the reader's rights. */
  open(
    roomId: string,
    mediaId: string,
    request: Pick<ByteRequest, 'headers' | 'signal'>,
  ): Promise<ByteAnswer | undefined>;
}
