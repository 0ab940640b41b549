/**
 * A part by the plan of its file. Parts are counted from 1 and follow one another; all but the last have the same size.
 */
export interface PlannedPart {
  readonly partNumber: number;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
  /** Lower-case hexadecimal SHA-256, as the client announced it before it sent the part. */
  readonly sha256: string;
}

/** Announced bytes. */
export interface NewBlob {
  /** Names the bytes in the backend for as long as they exist: lower-case letters, digits and `_`. Never used twice. */
  readonly location: string;
  /** Type of the bytes as the client declared it, not checked yet. */
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** At least one. */
  readonly parts: readonly PlannedPart[];
}

/** Bytes that are arriving in parts. The feature stores all of these fields; a backend keeps none in memory. */
export interface OpenBlob extends NewBlob {
  /** The result of `begin`. */
  readonly handle: string;
}

/** A stored part, which outlives a crash. */
export interface StoredPart {
  readonly partNumber: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  /**
   * Names this version of the part. Clients send it back when they complete the file, with or without quotes. Empty:
   * the parts are one blob by now, and the backend knows only that the blob matches the plan.
   */
  readonly etag: string;
}

/** The address to which a client sends a part directly. */
export interface PartUrl {
  readonly partNumber: number;
  readonly url: string;
  /** Headers covered by the signature, which the client must send unchanged: the checksum of the part. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Parts arrive through this server. */
export interface PartsByServer {
  readonly by: 'server';
  /**
   * Stores a part. `source` yields the bytes in pieces of any size, as slowly as the client sends them. Meanwhile, no
   * transaction and no more than one segment is held. It throws when the bytes differ from the plan, or when the client
   * is gone; then the part stays as it was. When the promise resolves, the part outlives a crash. The same part may
   * arrive more than once at the same time: all calls succeed, and one copy is kept.
   */
  put(blob: OpenBlob, part: PlannedPart, source: AsyncIterable<Uint8Array>): Promise<StoredPart>;
}

/** Clients send parts to the backend directly. */
export interface PartsByUrl {
  readonly by: 'url';
  /**
   * Signs one address for each of `parts`, valid until `expiresAtMs`. The signature covers the checksum of the part.
   */
  sign(blob: OpenBlob, parts: readonly PlannedPart[], expiresAtMs: number): Promise<readonly PartUrl[]>;
  /** Stores a part that this server has in memory, for bytes that move here from another backend. */
  putOwn(blob: OpenBlob, part: PlannedPart, bytes: Uint8Array): Promise<StoredPart>;
}

/** Bytes of a blob, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Stores the bytes of files. It knows locations and bytes, but no people, rooms or kinds of files. Every method may be
 * called again after a failure or a crash, on any replica. None is called inside a transaction.
 */
export interface FileBackend {
  /**
   * Stored with each content, so that its bytes are found even after files of its kind go to another backend. Never
   * changes.
   */
  readonly name: string;
  readonly parts: PartsByServer | PartsByUrl;
  /** Prepares a location. @returns a handle for the upload: up to 1 024 characters, stored by the caller. */
  begin(blob: NewBlob): Promise<string>;
  /** The stored parts, by number. Parts that are still arriving are left out. */
  storedParts(blob: OpenBlob): Promise<readonly StoredPart[]>;
  /**
   * Makes one blob of the stored parts, which the caller has compared with the plan. From then on `read` yields its
   * bytes. A second call does nothing. It does not load the bytes. @throws AppError `files.part_missing` when a part is
   * not there.
   */
  complete(blob: OpenBlob, parts: readonly StoredPart[]): Promise<void>;
  /**
   * The bytes of a range, in pieces of at most 1 MiB, loaded on demand: at most one piece is read ahead of a slow
   * reader. @throws AppError `files.bytes_missing`, even in the middle, when the bytes are not there.
   */
  read(location: string, range: ByteRange, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Stores bytes that this server made itself, such as a smaller picture, and replaces older ones. At most 10 MiB. */
  write(location: string, bytes: Uint8Array, mimeType: string): Promise<void>;
  /**
   * Frees a location with all of its parts, completed or not. A missing location is no failure. `handle`: of an upload
   * that was not completed.
   */
  remove(location: string, handle: string | undefined): Promise<void>;
}
