import type {
  DeleteRoomCategoryRequest,
  DeleteRoomLabelRequest,
  UpsertRoomCategoryRequest,
  UpsertRoomLabelRequest,
} from '@matinee/contract/gen/service/client/room_taxonomy_pb.ts';
import type { Kysely } from 'kysely';
import type { AdminPrincipal, Call } from '../../../kernel/call.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Database } from '../../../store/database.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { roomTaxonomyErrors } from './room-taxonomy.errors.ts';
import * as store from './room-taxonomy.store.ts';

/** Maximum number of categories and labels per server. [TX7] */
const maxCategories = 100;
const maxLabels = 300;

type AdminCall = Call<AdminPrincipal>;
type Versioned = { readonly expectedVersion?: number | undefined };

export interface TaxonomyParts {
  readonly db: Database;
  readonly ids: Ids;
  readonly audit: Audit;
}

type Query = Kysely<store.TaxonomyTables>;

/** Lists categories and labels. [TX1] */
export function makeTaxonomyLists({ db }: Pick<TaxonomyParts, 'db'>) {
  const read = () => db.query<store.TaxonomyTables>();
  return {
    categories: async () => ({ categories: (await store.listCategories(read())).map(toCategory) }),
    labels: async () => ({ labels: (await store.listLabels(read())).map(toLabel) }),
    async countedCategories() {
      const [rows, counts] = await Promise.all([store.listCategories(read()), store.countByCategory(read())]);
      return { categories: rows.map((row) => ({ category: toCategory(row), roomCount: counts.get(row.id) ?? 0 })) };
    },
    async countedLabels() {
      const [rows, counts] = await Promise.all([store.listLabels(read()), store.countByLabel(read())]);
      return { labels: rows.map((row) => ({ label: toLabel(row), roomCount: counts.get(row.id) ?? 0 })) };
    },
  };
}

/** Lets administrators change categories. */
export function makeCategories(parts: TaxonomyParts) {
  return {
    /** [TX2] */
    async upsert({ categoryId, name, names, position, expectedVersion }: UpsertRoomCategoryRequest, call: AdminCall) {
      const values = { name: name.trim(), names: JSON.stringify(names), position };
      const category = await change(parts, call, 'room_category.saved', async (query) => {
        const id = categoryId || parts.ids.make('cat');
        if (categoryId === '') {
          if ((await store.listCategories(query)).length >= maxCategories)
            throw roomTaxonomyErrors.too_many_categories();
          await store.insertCategory(query, { id, ...values });
        } else {
          await findCategory(query, id, { expectedVersion });
          await store.updateCategory(query, id, values);
        }
        return findCategory(query, id, {});
      });
      return { category: toCategory(category) };
    },
    /** [TX6] */
    async delete({ categoryId, expectedVersion }: DeleteRoomCategoryRequest, call: AdminCall) {
      await change(parts, call, 'room_category.deleted', async (query) => {
        const row = await findCategory(query, categoryId, { expectedVersion });
        await store.deleteCategory(query, categoryId);
        return row;
      });
      return {};
    },
  };
}

/** Lets administrators change labels. */
export function makeLabels(parts: TaxonomyParts) {
  return {
    /** [TX2] [TX5] */
    async upsert(request: UpsertRoomLabelRequest, call: AdminCall) {
      const { labelId, categoryId, expectedVersion } = request;
      const label = await change(parts, call, 'room_label.saved', async (query) => {
        if (categoryId !== '' && !(await store.findCategory(query, categoryId)))
          throw roomTaxonomyErrors.unknown_category();
        const id = labelId || parts.ids.make('lab');
        if (labelId === '') {
          if ((await store.listLabels(query)).length >= maxLabels) throw roomTaxonomyErrors.too_many_labels();
          await store.insertLabel(query, { id, ...labelValues(request) });
        } else {
          await findLabel(query, id, { expectedVersion });
          await store.updateLabel(query, id, labelValues(request));
          if (categoryId !== '') await store.withdrawLabel(query, id, categoryId);
        }
        return findLabel(query, id, {});
      });
      return { label: toLabel(label) };
    },
    /** [TX6] */
    async delete({ labelId, expectedVersion }: DeleteRoomLabelRequest, call: AdminCall) {
      await change(parts, call, 'room_label.deleted', async (query) => {
        const row = await findLabel(query, labelId, { expectedVersion });
        await store.deleteLabel(query, labelId);
        return row;
      });
      return {};
    },
  };
}

/** Runs `work` while no other transaction changes categories or labels, and writes an audit record. [TX3] [TX8] */
function change<R extends { readonly id: string; readonly name: string }>(
  { db, audit }: TaxonomyParts,
  call: AdminCall,
  action: string,
  work: (query: Query) => Promise<R>,
): Promise<R> {
  return db.write(async (tx) => {
    const query = tx.query<store.TaxonomyTables>();
    await store.lockTaxonomy(query);
    const changed = await work(query);
    await audit.record(tx, call, { action, target: changed.id, details: { name: changed.name } });
    return changed;
  });
}

/** @throws AppError `room_taxonomy.category_not_found`, `room_taxonomy.version_conflict`. */
async function findCategory(query: Query, id: string, expected: Versioned): Promise<store.CategoryRow> {
  const row = (await store.listCategories(query)).find((category) => category.id === id);
  if (!row) throw roomTaxonomyErrors.category_not_found();
  return atVersion(row, expected);
}

/** @throws AppError `room_taxonomy.label_not_found`, `room_taxonomy.version_conflict`. */
async function findLabel(query: Query, id: string, expected: Versioned): Promise<store.LabelRow> {
  const row = (await store.listLabels(query)).find((label) => label.id === id);
  if (!row) throw roomTaxonomyErrors.label_not_found();
  return atVersion(row, expected);
}

function labelValues({ name, names, color, categoryId, position }: UpsertRoomLabelRequest) {
  return {
    name: name.trim(),
    names: JSON.stringify(names),
    color: color.toLowerCase(),
    category_id: categoryId || null,
    position,
  };
}

/** @throws AppError `room_taxonomy.version_conflict`. */
function atVersion<R extends { readonly version: number }>(row: R, { expectedVersion }: Versioned): R {
  if (expectedVersion !== undefined && expectedVersion !== row.version) throw roomTaxonomyErrors.version_conflict();
  return row;
}

function toCategory({ id, name, names, position, version }: store.CategoryRow) {
  return { id, name, names: { ...names }, position, version };
}

function toLabel({ id, name, names, color, category_id, position, version }: store.LabelRow) {
  return { id, name, names: { ...names }, color, categoryId: category_id ?? '', position, version };
}
