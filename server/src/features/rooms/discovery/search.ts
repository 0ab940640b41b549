import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { containsPattern, literalPattern } from '../../../store/queries/like-pattern.ts';

/** What finds rooms by a text, for statements over listed rooms as `l`. */
interface Search {
  readonly source: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
  /** Whole number: the higher, the better a room fits. */
  readonly score: RawBuilder<number>;
}

/** Words that have less in common than this are not written alike, however short they are. */
const leastAlike = 0.4;

/**
 * How much of their groups of three letters two words have to share to be written alike (pg_trgm's `word_similarity`: those that both have,
 * of those that one has). A word of n letters has n + 1 of them, and two letters that changed places spoil four on each side. The
 * shortest word of a search decides.
 */
function alikeThreshold(words: readonly string[]): string {
  const shares = words.filter((word) => word.length >= 3).map(({ length }) => (length - 3) / (length + 5));
  return (Math.floor(100 * Math.max(leastAlike, Math.min(1, ...shares))) / 100).toFixed(2);
}

/** `isAlike`: by words that are written alike; otherwise by words that are contained. [DI3] [DI4] */
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

/** The index finds groups of three characters, and the two at the beginning of a word. A shorter text is looked for there alone. */
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
    // The threshold holds for this statement alone. It is set first, because the rows depend on it, and `offset 0` keeps it so.
    source: sql`(select set_config('pg_trgm.word_similarity_threshold', ${alikeThreshold(words)}, true) as threshold) t
      cross join lateral (select * from listed_rooms where t.threshold is not null and ${matches} offset 0) l`,
    condition: sql`true`,
    score: sql<number>`(1000 * (${scores}))::int`,
  };
}
