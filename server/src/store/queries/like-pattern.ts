/** `text` as a literal part of a LIKE pattern (PostgreSQL 17, 9.7.1: `%`, `_` and the escape character). */
export function literalPattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** A LIKE pattern for every text that contains `text`. */
export function containsPattern(text: string): string {
  return `%${literalPattern(text)}%`;
}
