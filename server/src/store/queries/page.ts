import { type SelectQueryBuilder, sql } from 'kysely';

/** A range of rows of a sorted list: at most `limit` after the first `offset`. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Default number of rows on a page. */
const usualPageSize = 20;

/** The page that a request asks for; 0 means the default. Pages count from 1. */
export function pageOf({ page, pageSize }: { readonly page: number; readonly pageSize: number }): Page {
  const limit = pageSize || usualPageSize;
  return { offset: (Math.max(page, 1) - 1) * limit, limit };
}

/**
 * The rows of one page of `sorted`, and the total number of rows. Counts with a second statement only if the page does
 * not reveal the total.
 */
export async function readPage<DB, TB extends keyof DB, O>(
  sorted: SelectQueryBuilder<DB, TB, O>,
  { offset, limit }: Page,
): Promise<{ rows: O[]; total: number }> {
  const rows = (await sorted.offset(offset).limit(limit).execute()) as O[];
  if (rows.length > 0 && rows.length < limit) return { rows, total: offset + rows.length };
  const { total } = await sorted
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)::int`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  return { rows, total };
}
