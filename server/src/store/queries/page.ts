import { type SelectQueryBuilder, sql } from 'kysely';

/** Which rows of a sorted list: at most `limit` after the first `offset`. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Rows on a page, where the request does not say. */
const usualPageSize = 20;

/** The page that a request names, with 0 for what it does not say. Pages count from 1. */
export function pageOf({ page, pageSize }: { readonly page: number; readonly pageSize: number }): Page {
  const limit = pageSize || usualPageSize;
  return { offset: (Math.max(page, 1) - 1) * limit, limit };
}

/**
 * The rows of one page of `sorted`, and the number of rows on all pages. The number takes a second statement only where
 * the page does not tell it.
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
