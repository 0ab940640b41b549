/** A place for archives: a folder, or an object store. */
export interface BackupTarget {
  readonly kind: 'folder' | 'object_storage';
  /** Names of archives, and perhaps of other files. */
  list(): Promise<readonly string[]>;
  /**
   * Stores an archive. It appears under its name only when all of `bytes` are stored safely; a failure leaves nothing
   * behind. @throws BackupFailure
   */
  write(name: string, bytes: AsyncIterable<Buffer>, watch: WriteWatch): Promise<void>;
  remove(name: string): Promise<void>;
  /** Removes the remains of a run that was killed while it wrote `name`. */
  discard(name: string): Promise<void>;
}

/** The reason why a backup failed, for operators: without paths, addresses or secrets. */
export class BackupFailure extends Error {
  override readonly name = 'BackupFailure';
}

/** Signals between a run and its target. */
export interface WriteWatch {
  /** Aborted: the archive must not appear. */
  readonly signal: AbortSignal;
  /** Called while the target works without reading bytes. */
  readonly onProgress: () => void;
}
