import type { Tx } from '../../../../store/database.ts';
import type { ContentRow, UploadRow } from '../files.store.ts';
import type { Ladder } from './variant-plan.ts';

/** The new content of a file. */
export type NewContent = Omit<ContentRow, 'created_at' | 'orphaned_at'>;

export interface Stripping {
  /**
   * Strips a picture of its metadata. @throws AppError `files.bad_picture`, or `files.pictures_busy` for a picture that
   * may be fine.
   */
  strip(upload: UploadRow): Promise<NewContent>;
}

export interface Variants {
  /** Orders the smaller versions of a picture, which are made after the commit. Does nothing for other files. */
  order(tx: Tx, content: ContentRow, ladder: Ladder): Promise<void>;
}
