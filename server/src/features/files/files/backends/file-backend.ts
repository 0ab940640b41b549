/**
 * A part in the plan of its file. Part numbers start at 1 and are consecutive; all parts but the last have the same
 * size.
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
  /**
   * Identifies the bytes in the backend for as long as they exist: lower-case letters, digits and `_`. Never reused.
   */
  readonly location: string;
  /** Type of the bytes as declared by the client, not checked yet. */
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** At least one. */
  readonly parts: readonly PlannedPart[];
}

/** A blob whose parts are arriving. The feature stores all of these fields; a backend keeps none in memory. */
export interface OpenBlob extends NewBlob {
  /** The result of `begin`. */
  readonly handle: string;
}

/** A stored part, which survives a crash. */
export interface StoredPart {
  readonly partNumber: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  /**
   * Identifies this version of the part. Clients send it back when they complete the file, with or without quotes.
   * Empty: the parts have already been joined to one blob, and the backend only knows that the blob matches the plan.
   */
  readonly etag: string;
}

/** The URL to which a client sends a part directly. */
export interface PartUrl {
  readonly partNumber: number;
  readonly url: string;
  /** Headers covered by the signature, which the client must send unchanged: the checksum of the part. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Clients send parts through this server. */
export interface PartsByServer {
  readonly by: 'server';
  /**
   * Stores a part. `source` yields the bytes in pieces of any size, at the client's pace. Meanwhile, no transaction is
   * open, and at most one segment is in memory. Throws if the bytes differ from the plan, or if the client disconnects;
   * the part then stays unchanged. Once the promise resolves, the part survives a crash. The same part may arrive
   * several times concurrently: all calls succeed, and one copy is kept.
   */
  put(blob: OpenBlob, part: PlannedPart, source: AsyncIterable<Uint8Array>): Promise<StoredPart>;
}

/** Clients send parts to the backend directly. */
export interface PartsByUrl {
  readonly by: 'url';
  /** Signs one URL for each of `parts`, valid until `expiresAtMs`. The signature covers the checksum of the part. */
  sign(blob: OpenBlob, parts: readonly PlannedPart[], expiresAtMs: number): Promise<readonly PartUrl[]>;
  /** Stores a part that this server has in memory, when bytes are moved here from another backend. */
  putOwn(blob: OpenBlob, part: PlannedPart, bytes: Uint8Array): Promise<StoredPart>;
}

/** A byte range of a blob, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Stores the bytes of files. It has locations and bytes, but no people, rooms or kinds of files. Every method may be
 * called again after a failure or a crash, on any replica. None is called inside a transaction.
 */
export interface FileBackend {
  /**
   * Stored with each content, so that its bytes are found even after its kind of files is configured for another
   * backend. Never changes.
   */
  readonly name: string;
  readonly parts: PartsByServer | PartsByUrl;
  /** Prepares a location. @returns a handle for the upload: up to 1 024 characters, stored by the caller. */
  begin(blob: NewBlob): Promise<string>;
  /** The stored parts, by number. Omits parts that are still arriving. */
  storedParts(blob: OpenBlob): Promise<readonly StoredPart[]>;
  /**
   * Joins the stored parts, which the caller has compared with the plan, to one blob. From then on `read` yields its
   * bytes. A second call does nothing. Does not load the bytes. @throws AppError `files.part_missing` if a part is
   * missing.
   */
  complete(blob: OpenBlob, parts: readonly StoredPart[]): Promise<void>;
  /**
   * The bytes of a range, in pieces of at most 1 MiB, loaded on demand: at most one piece is read ahead of a slow
   * reader. @throws AppError `files.bytes_missing` if the bytes are missing, even in the middle.
   */
  read(location: string, range: ByteRange, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Stores bytes that this server made itself, such as a smaller picture, replacing older ones. At most 10 MiB. */
  write(location: string, bytes: Uint8Array, mimeType: string): Promise<void>;
  /**
   * Frees a location with all of its parts, completed or not. A missing location is not a failure. `handle`: that of an
   * upload that was not completed.
   */
  remove(location: string, handle: string | undefined): Promise<void>;
}
