import { createValidator } from '@bufbuild/protovalidate';
import { RE2JS } from '@bufbuild/re2';

/** The compiled patterns of the contract, few in number because messages cannot bring their own. */
const expressions = new Map<string, { test(text: string): boolean }>();

/**
 * RE2 compiles a character property such as `\p{L}` by looking at a million characters: the first room name blocked the
 * whole server for half a second. JavaScript has these properties built in, and patterns with them mean the same there.
 * Other patterns would not: `\S` and `.` match different characters in JavaScript.
 */
function expressionOf(pattern: string): { test(text: string): boolean } {
  const known = expressions.get(pattern);
  if (known !== undefined) return known;
  const made = pattern.includes('\\p{') ? new RegExp(pattern, 'u') : RE2JS.compile(pattern);
  expressions.set(pattern, made);
  return made;
}

/**
 * Validates messages by the rules of the contract. All code shares this validator, because it compiles a message's
 * rules on first use.
 */
export const validator = createValidator({ regexMatch: (pattern, text) => expressionOf(pattern).test(text) });
