import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { containsPattern, literalPattern } from '../../../store/queries/like-pattern.ts';

/** SQL that searches rooms by a text, for statements over listed rooms as `l`. */
interface Search {
  readonly condition: RawBuilder<unknown>;
  /** A whole number. A higher one is a better match. */
  readonly score: RawBuilder<number>;
}

/** A word of listed rooms that is spelled similarly to a word of the search. */
export interface AlikeWord {
  readonly word: string;
  /** Similarity in thousandths. */
  readonly score: number;
}

/**
 * Replacements for the words of a search: a list for each word, best first. A room matches if it contains one word of
 * each list.
 */
export type AlikeWords = readonly (readonly AlikeWord[])[];

/** Minimum similarity of similar words, however short they are. */
const leastAlike = 0.4;

/**
 * The similarity from which two words count as similar: the number of trigrams that both words have, divided by the
 * number that at least one of them has (pg_trgm's `word_similarity`). A word of n letters has n + 1 trigrams, and two
 * swapped letters change four on each side. The shortest word of a search decides.
 */
export function alikeThreshold(words: readonly string[]): string {
  const shares = words.filter((word) => word.length >= 3).map(({ length }) => (length - 3) / (length + 5));
  return (Math.floor(100 * Math.max(leastAlike, Math.min(1, ...shares))) / 100).toFixed(2);
}

/** The words of a search, in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The parts of a word that are compared with the words of rooms: runs of at least three letters and digits. */
export function partsOf(word: string): string[] {
  return word.split(/[^\p{L}\p{M}\p{N}]+/u).filter((part) => part.length >= 3);
}

/** Without `alike`: finds rooms that contain the words of the search. [DI3] [DI4] */
export function searchOf(text: string, alike: AlikeWords | undefined): Search {
  return alike === undefined ? contained(wordsOf(text)) : written(alike);
}

function contained(words: readonly string[]): Search {
  const whole = words.join(' ');
  const begins = `${literalPattern(whole)}%`;
  return {
    condition: sql.join(
      words.map((word) => sql`l.words like ${patternOf(word)}`),
      sql` and `,
    ),
    score: sql<number>`case when l.name = ${whole} then 4 when l.name like ${begins} then 3
      when l.name like ${`% ${begins}`} then 2 when l.name like ${containsPattern(whole)} then 1 else 0 end`,
  };
}

/**
 * The index contains trigrams, and the first two characters of each word. So a shorter text is only searched at the
 * beginning of words.
 */
function patternOf(word: string): string {
  return /^[a-z0-9]{1,2}$/.test(word) ? `% ${word}%` : containsPattern(word);
}

function written(alike: AlikeWords): Search {
  const oneOf = (words: readonly AlikeWord[]) =>
    sql`(${sql.join(
      words.map(({ word }) => sql`l.words like ${patternOf(word)}`),
      sql` or `,
    )})`;
  const best = (words: readonly AlikeWord[]) =>
    sql`case ${sql.join(
      words.map(({ word, score }) => sql`when l.name like ${patternOf(word)} then ${score}::int`),
      sql` `,
    )} else 0 end`;
  const isFound = alike.length > 0 && alike.every((words) => words.length > 0);
  return {
    condition: isFound ? sql.join(alike.map(oneOf), sql` and `) : sql`false`,
    score: isFound ? sql<number>`(${sql.join(alike.map(best), sql` + `)})` : sql<number>`0`,
  };
}
