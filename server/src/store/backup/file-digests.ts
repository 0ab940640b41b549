import { createHash, type Hash } from 'node:crypto';
import type { TableStart } from './backup-header.ts';
import { BackupError } from './frames.ts';

/** A part of a file, as the archive describes it. */
interface FilePart {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly hash: Hash;
  /** Index of the segment that the hash needs next. */
  next: number;
  bytes: number;
  /** Segments that arrived before an earlier one, by index. */
  readonly early: Map<number, Buffer>;
}

/**
 * Compares the bytes of files in an archive with their digests. Tables are sorted by name, so parts come before their
 * segments.
 */
export class FileDigests {
  readonly #parts = new Map<string, FilePart>();
  #compared = 0;

  /** Takes whole rows as COPY writes them. */
  add({ name, columns }: TableStart, payload: Buffer): void {
    if (name !== 'file_parts' && name !== 'file_segments') return;
    const places = new Map(columns.map((column, place) => [column, place]));
    for (const line of payload.toString('latin1').split('\n')) {
      if (line === '') continue;
      const values = line.split('\t');
      const value = (column: string) => values[places.get(column) ?? -1] ?? '';
      if (name === 'file_parts') this.#addPart(value);
      else this.#addSegment(value('part_id'), Number(value('place')), value('bytes'));
    }
  }

  /** Returns the number of parts that were compared. @throws BackupError for a part whose bytes are incomplete. */
  finish(): number {
    const [lacking] = this.#parts.keys();
    if (lacking !== undefined) throw new BackupError(`is damaged: bytes of the file part ${lacking} are missing`);
    return this.#compared;
  }

  #addPart(value: (column: string) => string): void {
    // An upload that was still in progress has no digest to compare with.
    if (value('stored_at') === '\\N') return;
    const sizeBytes = Number(value('size_bytes'));
    const part = {
      sha256: value('sha256'),
      sizeBytes,
      hash: createHash('sha256'),
      next: 0,
      bytes: 0,
      early: new Map(),
    };
    if (sizeBytes > 0) this.#parts.set(value('id'), part);
  }

  #addSegment(id: string, place: number, text: string): void {
    const part = this.#parts.get(id);
    if (!part) return;
    // `\\x` and hexadecimal digits: COPY doubles the backslash of bytea.
    part.early.set(place, Buffer.from(text.slice(3), 'hex'));
    for (let bytes = part.early.get(part.next); bytes; bytes = part.early.get(part.next)) {
      part.early.delete(part.next++);
      part.hash.update(bytes);
      part.bytes += bytes.length;
    }
    if (part.bytes < part.sizeBytes) return;
    if (part.bytes !== part.sizeBytes || part.hash.digest('hex') !== part.sha256)
      throw new BackupError(`is damaged: the file part ${id} has other bytes than were uploaded`);
    this.#parts.delete(id);
    this.#compared++;
  }
}
