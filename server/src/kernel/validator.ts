import { createValidator } from '@bufbuild/protovalidate';
import { RE2JS } from '@bufbuild/re2';

/** The patterns of the contract. Messages do not bring patterns, so there are not many. */
const expressions = new Map<string, { test(text: string): boolean }>();

/**
 * RE2 learns a property of characters, as `\p{L}`, by a look at each of a million characters: the first name of a room
 * held up the whole server for half a second. JavaScript knows these properties, and its patterns with them mean the
 * same. For others it would not: its `\S` and `.` are different characters.
 */
function expressionOf(pattern: string): { test(text: string): boolean } {
  const known = expressions.get(pattern);
  if (known !== undefined) return known;
  const made = pattern.includes('\\p{') ? new RegExp(pattern, 'u') : RE2JS.compile(pattern);
  expressions.set(pattern, made);
  return made;
}

/**
 * Validates messages by the rules of the contract. All code shares this one, since it compiles the rules of a message
 * when it first sees one.
 */
export const validator = createValidator({ regexMatch: (pattern, text) => expressionOf(pattern).test(text) });
