import type { Tx } from '../../../../store/database.ts';
import type { ContentRow, UploadRow } from '../files.store.ts';
import type { Ladder } from './variant-plan.ts';

/** What becomes the content of a file. */
export type NewContent = Omit<ContentRow, 'created_at' | 'orphaned_at'>;

export interface Stripping {
  /** @throws AppError `files.bad_picture`, or `files.pictures_busy` for a picture that may be fine. */
  strip(upload: UploadRow): Promise<NewContent>;
}

export interface Variants {
  /** Has the smaller ones of a picture made after the commit; does nothing for other files. */
  order(tx: Tx, content: ContentRow, ladder: Ladder): Promise<void>;
}
