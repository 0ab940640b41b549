import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { type AlikeWord, type AlikeWords, alikeThreshold, partsOf, wordsOf } from './search.ts';

/** Owns the words of listed rooms. */
export interface ListedWordTables extends Pick<Schema, 'listed_words'> {
  listed_rooms: Pick<Schema['listed_rooms'], 'words'>;
}

type Db = Kysely<ListedWordTables>;

/**
 * Maximum number of words that replace one word of a search, and all of its words together. A cursor contains all of
 * them.
 */
const maxForOne = 10;
const maxForAll = 30;

/**
 * Words of listed rooms that are spelled similarly to those of a search. A word of one or two letters is only replaced
 * by itself. [DI3]
 */
export async function findAlike(db: Db, text: string): Promise<AlikeWords> {
  const words = wordsOf(text);
  const asked = words.flatMap((word) => (word.length < 3 ? [] : partsOf(word)));
  const limit = Math.max(1, Math.min(maxForOne, Math.floor(maxForAll / Math.max(1, asked.length))));
  const found = await listAlike(db, asked, limit);
  const alikeTo = (part: string) =>
    found.filter((row) => row.asked === part).map(({ word, score }) => ({ word, score }));
  return words.flatMap((word): AlikeWords => {
    if (word.length < 3) return [[{ word, score: 0 }]];
    const parts = partsOf(word);
    return parts.length === 0 ? [[]] : parts.map(alikeTo);
  });
}

/** At most `limit` words for each of `asked`, most similar first. */
async function listAlike(db: Db, asked: readonly string[], limit: number): Promise<(AlikeWord & { asked: string })[]> {
  // The threshold applies to this statement only. It is set first, because the rows depend on it: a subquery that reads
  // the setting compares the words.
  const { rows } = await sql<AlikeWord & { asked: string }>`
    select a.asked, w.word, (1000 * w.score)::int as score
    from (select set_config('pg_trgm.word_similarity_threshold', ${alikeThreshold(asked)}, true) as threshold) t
    cross join unnest(${asked}::text[]) a (asked)
    cross join lateral (
      select word, word_similarity(a.asked, word) as score from listed_words
      where t.threshold is not null and a.asked <% word
      group by word order by score desc, similarity(a.asked, word) desc, word limit ${limit}
    ) w
    order by w.score desc, similarity(a.asked, w.word) desc, w.word`.execute(db);
  return rows;
}

/**
 * Checks the `limit` words after an id. Marks words that no room contains, and deletes those that were marked before.
 * Needs its own transaction. Returns the id of the last checked word, or undefined after the last one.
 */
export async function removeUnused(db: Db, afterId: string, limit: number): Promise<string | undefined> {
  // PostgreSQL does not know the words at planning time, assumes that they are common, and would scan all rooms for
  // each.
  await sql`select set_config('enable_seqscan', 'off', true)`.execute(db);
  const { rows } = await sql<{ count: number; last: string }>`
    with taken as materialized (
      select id, word, is_leaving from listed_words where id > ${afterId} order by id limit ${limit} for update skip locked
    ), looked as materialized (
      select id, is_leaving, exists (select from listed_rooms l where l.words like '%' || taken.word || '%') as is_used
      from taken
    ), deleted as (
      delete from listed_words w using looked where w.id = looked.id and looked.is_leaving and not looked.is_used
    ), marked as (
      update listed_words w set is_leaving = not w.is_leaving
      from looked where w.id = looked.id and looked.is_leaving = looked.is_used
    )
    select count(*)::int as count, max(id) as last from taken`.execute(db);
  return rows[0]!.count < limit ? undefined : rows[0]!.last;
}
