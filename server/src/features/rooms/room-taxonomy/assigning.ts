import { roomTaxonomyErrors } from './room-taxonomy.errors.ts';
import * as store from './room-taxonomy.store.ts';
import type { RoomTaxonomy } from './room-taxonomy.ts';

/** The feature's port. Depends on no other feature, so that rooms can depend on it. [TX4] [TX5] */
export const roomTaxonomy: RoomTaxonomy = {
  async assign(tx, roomId, { categoryId, labelIds }) {
    const query = tx.query<store.TaxonomyTables>();
    if (categoryId !== undefined) {
      if (categoryId !== '' && !(await store.findCategory(query, categoryId)))
        throw roomTaxonomyErrors.unknown_category();
      await store.putCategoryOf(query, roomId, categoryId || null);
      if (labelIds === undefined) await store.dropUnfitLabels(query, roomId, categoryId || null);
    }
    if (labelIds === undefined) return;
    const known = await store.findLabels(query, labelIds);
    if (known.length < labelIds.length) throw roomTaxonomyErrors.unknown_label();
    const category = await store.findCategoryOf(query, roomId);
    if (known.some((label) => label.category_id !== null && label.category_id !== category))
      throw roomTaxonomyErrors.label_of_another_category();
    await store.replaceLabelsOf(query, roomId, labelIds);
  },
};
