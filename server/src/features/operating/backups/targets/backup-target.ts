/** A place for archives: a folder, or an object store. */
export interface BackupTarget {
  readonly kind: 'folder' | 'object_storage';
  /** Names of archives, and perhaps of other things. */
  list(): Promise<readonly string[]>;
  /**
   * Stores an archive. It appears under its name only when all of `bytes` came and are safe; after a failure nothing is
   * left. @throws BackupFailure
   */
  write(name: string, bytes: AsyncIterable<Buffer>, watch: WriteWatch): Promise<void>;
  remove(name: string): Promise<void>;
  /** Removes what a run left that was killed while it wrote `name`. */
  discard(name: string): Promise<void>;
}

/** Why a backup failed, in words for operators: no path, no address, no secret. */
export class BackupFailure extends Error {
  override readonly name = 'BackupFailure';
}

/** How a run and its target know of each other. */
export interface WriteWatch {
  /** Aborted: the archive must not appear any more. */
  readonly signal: AbortSignal;
  /** Called while the target works without asking for bytes. */
  readonly onProgress: () => void;
}
