import type { Insertable, Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';

/** Names by language tag. */
type Names = Readonly<Record<string, string>>;

/** Owns categories and labels, and the rooms' choice of them. */
export interface TaxonomyTables extends Pick<Schema, 'room_category_links' | 'room_label_links'> {
  room_categories: Narrowed<Schema['room_categories'], { names: Names }>;
  room_labels: Narrowed<Schema['room_labels'], { names: Names }>;
}

export type CategoryRow = Selectable<TaxonomyTables['room_categories']>;
export type LabelRow = Selectable<TaxonomyTables['room_labels']>;

type Db = Kysely<TaxonomyTables>;

/** Key of the advisory lock that lets one transaction at a time change categories and labels ('taxo' in ASCII). */
const lockKey = 0x7461786f;

/** Makes other transactions that change categories or labels wait until this one ends. */
export async function lockTaxonomy(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db);
}

export function listCategories(db: Db): Promise<CategoryRow[]> {
  return db.selectFrom('room_categories').selectAll().orderBy('position').orderBy('name').orderBy('id').execute();
}

export function listLabels(db: Db): Promise<LabelRow[]> {
  return db.selectFrom('room_labels').selectAll().orderBy('position').orderBy('name').orderBy('id').execute();
}

/** Number of rooms by category id. Categories without rooms are omitted. */
export async function countByCategory(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('room_category_links')
    .select(['category_id as id', sql<number>`count(*)::int`.as('count')])
    .groupBy('category_id')
    .execute();
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Number of rooms by label id. Labels without rooms are omitted. */
export async function countByLabel(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('room_label_links')
    .select(['label_id as id', sql<number>`count(*)::int`.as('count')])
    .groupBy('label_id')
    .execute();
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Reads the category, and prevents its deletion until the transaction ends. */
export function findCategory(db: Db, id: string): Promise<CategoryRow | undefined> {
  return db.selectFrom('room_categories').selectAll().where('id', '=', id).forKeyShare().executeTakeFirst();
}

/** Reads the labels, and prevents changes to them until the transaction ends. */
export function findLabels(db: Db, ids: readonly string[]): Promise<LabelRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('room_labels').selectAll().where('id', 'in', ids).orderBy('id').forShare().execute();
}

/** The fields that a change of an existing category or label sets. */
type Changed<Row> = Omit<Row, 'id' | 'version' | 'names'> & { names: string };

export async function insertCategory(db: Db, row: Insertable<TaxonomyTables['room_categories']>): Promise<void> {
  await db.insertInto('room_categories').values(row).execute();
}

export async function updateCategory(db: Db, id: string, change: Changed<CategoryRow>): Promise<void> {
  await db
    .updateTable('room_categories')
    .set((e) => ({ ...change, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteCategory(db: Db, id: string): Promise<void> {
  await db.deleteFrom('room_categories').where('id', '=', id).execute();
}

export async function insertLabel(db: Db, row: Insertable<TaxonomyTables['room_labels']>): Promise<void> {
  await db.insertInto('room_labels').values(row).execute();
}

export async function updateLabel(db: Db, id: string, change: Changed<LabelRow>): Promise<void> {
  await db
    .updateTable('room_labels')
    .set((e) => ({ ...change, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteLabel(db: Db, id: string): Promise<void> {
  await db.deleteFrom('room_labels').where('id', '=', id).execute();
}

/** Removes a label from rooms that have another category than `categoryId`, or none. */
export async function withdrawLabel(db: Db, labelId: string, categoryId: string): Promise<void> {
  await sql`
    delete from room_label_links l
    where l.label_id = ${labelId}
      and not exists (select from room_category_links c where c.room_id = l.room_id and c.category_id = ${categoryId})`.execute(
    db,
  );
}

/** The category of a room; undefined if it has none. */
export async function findCategoryOf(db: Db, roomId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('room_category_links')
    .select('category_id')
    .where('room_id', '=', roomId)
    .executeTakeFirst();
  return row?.category_id;
}

/** Null removes the category. */
export async function putCategoryOf(db: Db, roomId: string, categoryId: string | null): Promise<void> {
  if (categoryId === null) await db.deleteFrom('room_category_links').where('room_id', '=', roomId).execute();
  else
    await db
      .insertInto('room_category_links')
      .values({ room_id: roomId, category_id: categoryId })
      .onConflict((c) => c.column('room_id').doUpdateSet({ category_id: categoryId }))
      .execute();
}

/** Removes the room's labels that belong to another category than `categoryId`. */
export async function dropUnfitLabels(db: Db, roomId: string, categoryId: string | null): Promise<void> {
  await sql`
    delete from room_label_links l using room_labels b
    where l.room_id = ${roomId} and b.id = l.label_id and b.category_id is not null
      and b.category_id is distinct from ${categoryId}`.execute(db);
}

export async function replaceLabelsOf(db: Db, roomId: string, labelIds: readonly string[]): Promise<void> {
  await db.deleteFrom('room_label_links').where('room_id', '=', roomId).execute();
  if (labelIds.length === 0) return;
  const rows = labelIds.map((label_id, place) => ({ room_id: roomId, label_id, place }));
  await db.insertInto('room_label_links').values(rows).execute();
}
