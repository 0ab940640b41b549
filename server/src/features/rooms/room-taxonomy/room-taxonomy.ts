import type { Tx } from '../../../store/database.ts';

/** A category and labels for a room. */
export interface TaxonomyChoice {
  /** Empty: none. Undefined: unchanged. */
  readonly categoryId: string | undefined;
  /** Undefined: unchanged, except that labels of another category are removed. */
  readonly labelIds: readonly string[] | undefined;
}

/** The port of categories and labels for other features. */
export interface RoomTaxonomy {
  /**
   * Sets a room's category and labels. The caller has locked or just created the room's row. @throws AppError
   * `room_taxonomy.unknown_category`, `room_taxonomy.unknown_label`, `room_taxonomy.label_of_another_category`.
   */
  assign(tx: Tx, roomId: string, choice: TaxonomyChoice): Promise<void>;
}
