/** A part as the plan of its file says it. Parts are counted from 1, follow one another, and all but the last are of one size. */
export interface PlannedPart {
  readonly partNumber: number;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
  /** Lower-case hexadecimal SHA-256, as the client said it before it sent the part. */
  readonly sha256: string;
}

/** Bytes that are about to come. */
export interface NewBlob {
  /** Names the bytes in the backend for as long as they are there: lower-case letters, digits and `_`. Never used twice. */
  readonly location: string;
  /** Type of the bytes as the client declared it; nothing was looked at yet. */
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** At least one. */
  readonly parts: readonly PlannedPart[];
}

/** Bytes that come in parts at the moment. The feature stores all of this; a backend keeps nothing of it in memory. */
export interface OpenBlob extends NewBlob {
  /** What `begin` gave. */
  readonly handle: string;
}

/** A part that is stored, so that it outlives a crash. */
export interface StoredPart {
  readonly partNumber: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  /**
   * Names this version of the part. Clients send it back when they complete the file, in quotes or without. Empty: the parts are
   * one blob by now, and the backend knows only that it is the one of the plan.
   */
  readonly etag: string;
}

/** Where a client sends a part by itself. */
export interface PartUrl {
  readonly partNumber: number;
  readonly url: string;
  /** Headers that the signature covers, which the client must send as they are: the checksum of the part. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Parts come through this server. */
export interface PartsByServer {
  readonly by: 'server';
  /**
   * Stores a part. `source` gives the bytes in pieces of any size, as slowly as the client sends them: no transaction and no more
   * than one segment is held meanwhile. It throws when the bytes are not those of the plan, or when the client is gone; then the
   * part stays as it was. When the promise resolves, the part outlives a crash. The same part may come more than once at the same
   * time: all of them succeed, and one is kept.
   */
  put(blob: OpenBlob, part: PlannedPart, source: AsyncIterable<Uint8Array>): Promise<StoredPart>;
}

/** Clients send parts to the backend themselves. */
export interface PartsByUrl {
  readonly by: 'url';
  /** Signs one address for each of `parts`, good until `expiresAtMs`. The signature covers the checksum of the part. */
  sign(blob: OpenBlob, parts: readonly PlannedPart[], expiresAtMs: number): Promise<readonly PartUrl[]>;
  /** Stores a part that this server has in memory: bytes that move here from another backend. */
  putOwn(blob: OpenBlob, part: PlannedPart, bytes: Uint8Array): Promise<StoredPart>;
}

/** Bytes of a blob, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the bytes of files lie. It knows locations and bytes, and nothing of people, rooms and kinds of files. Every method may
 * be called again after a failure and after a crash, on any replica, and none is called inside of a transaction.
 */
export interface FileBackend {
  /** Stored with each content, so that its bytes are found when files of its kind go to another backend by now. Never changes. */
  readonly name: string;
  readonly parts: PartsByServer | PartsByUrl;
  /** Prepares a location. @returns what finds the upload again: up to 1 024 characters, stored by the caller. */
  begin(blob: NewBlob): Promise<string>;
  /** The parts that are stored, by number. Those whose bytes were still on their way are not among them. */
  storedParts(blob: OpenBlob): Promise<readonly StoredPart[]>;
  /**
   * Makes one blob of the stored parts, which the caller has compared with the plan. From then on `read` gives its bytes. The
   * second time it does nothing. It does not load the bytes. @throws AppError `files.part_missing` when a part is not there.
   */
  complete(blob: OpenBlob, parts: readonly StoredPart[]): Promise<void>;
  /**
   * The bytes of a range, in pieces of at most 1 MiB, loaded as they are asked for: nothing is read ahead of a slow reader but one
   * piece. @throws AppError `files.bytes_missing`, also in the middle, when the bytes are not there.
   */
  read(location: string, range: ByteRange, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Stores bytes that this server made itself, such as a smaller picture, in place of what was there. At most 10 MiB. */
  write(location: string, bytes: Uint8Array, mimeType: string): Promise<void>;
  /** Frees a location with all of its parts, completed or not. One that is not there is no failure. `handle`: of an upload that was not completed. */
  remove(location: string, handle: string | undefined): Promise<void>;
}
