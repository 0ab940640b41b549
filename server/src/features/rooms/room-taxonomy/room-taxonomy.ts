import type { Tx } from '../../../store/database.ts';

/** What a room is to be marked with. */
export interface TaxonomyChoice {
  /** Empty: none. Undefined: as it is. */
  readonly categoryId: string | undefined;
  /** Undefined: as they are, but for those that do not fit a new category. */
  readonly labelIds: readonly string[] | undefined;
}

/** What other features may ask of categories and labels. */
export interface RoomTaxonomy {
  /**
   * Gives a room, whose row the caller has locked or just made, a category and labels. @throws AppError `room_taxonomy.unknown_category`,
   * `room_taxonomy.unknown_label`, `room_taxonomy.label_of_another_category`.
   */
  assign(tx: Tx, roomId: string, choice: TaxonomyChoice): Promise<void>;
}
