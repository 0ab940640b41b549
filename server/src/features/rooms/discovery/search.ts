import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { containsPattern, literalPattern } from '../../../store/queries/like-pattern.ts';

/** SQL that finds rooms by a text, for statements over listed rooms as `l`. */
interface Search {
  readonly source: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
  /** A whole number. A higher one is a better match. */
  readonly score: RawBuilder<number>;
}

/** Words with a lower similarity are not written alike, however short they are. */
const leastAlike = 0.4;

/**
 * The similarity from which two words count as written alike: the number of groups of three letters that both words
 * have, divided by the number that at least one of them has (pg_trgm's `word_similarity`). A word of n letters has n +
 * 1 groups, and two swapped letters spoil four on each side. The shortest word of a search decides.
 */
function alikeThreshold(words: readonly string[]): string {
  const shares = words.filter((word) => word.length >= 3).map(({ length }) => (length - 3) / (length + 5));
  return (Math.floor(100 * Math.max(leastAlike, Math.min(1, ...shares))) / 100).toFixed(2);
}

/** `isAlike`: finds words that are written alike; otherwise words that are contained. [DI3] [DI4] */
export function searchOf(text: string, isAlike: boolean): Search {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return isAlike ? alike(words) : contained(words);
}

function contained(words: readonly string[]): Search {
  const whole = words.join(' ');
  const begins = `${literalPattern(whole)}%`;
  return {
    source: sql`listed_rooms l`,
    condition: sql.join(
      words.map((word) => sql`l.words like ${patternOf(word)}`),
      sql` and `,
    ),
    score: sql<number>`case when l.name = ${whole} then 4 when l.name like ${begins} then 3
      when l.name like ${`% ${begins}`} then 2 when l.name like ${containsPattern(whole)} then 1 else 0 end`,
  };
}

/**
 * The index holds groups of three characters, and the first two of each word. So a shorter text is looked for only at
 * the beginning of words.
 */
function patternOf(word: string): string {
  return /^[a-z0-9]{1,2}$/.test(word) ? `% ${word}%` : containsPattern(word);
}

function alike(words: readonly string[]): Search {
  const matches = sql.join(
    words.map((word) => (word.length < 3 ? sql`words like ${patternOf(word)}` : sql`${word} <% words`)),
    sql` and `,
  );
  const scores = sql.join(
    words.map((word) => sql`word_similarity(${word}, l.name)`),
    sql` + `,
  );
  return {
    // The threshold holds for this statement alone. It is set first, because the rows depend on it; `offset 0` keeps
    // the order.
    source: sql`(select set_config('pg_trgm.word_similarity_threshold', ${alikeThreshold(words)}, true) as threshold) t
      cross join lateral (select * from listed_rooms where t.threshold is not null and ${matches} offset 0) l`,
    condition: sql`true`,
    score: sql<number>`(1000 * (${scores}))::int`,
  };
}
