import { type SelectQueryBuilder, sql } from 'kysely';

/** Which rows of a sorted list: at most `limit` after the first `offset`. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
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
