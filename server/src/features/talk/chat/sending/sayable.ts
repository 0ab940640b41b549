import { chatErrors, chatReasons } from '../chat.errors.ts';

/** Invisible characters: direction marks, joiners, fillers, soft hyphens (UAX #44). */
const unseen = /\p{DI}/gu;
/** The empty Braille pattern: a blank that Unicode does not count as white space. */
const brailleBlank = '\u2800';

/** Visible characters, at least one of which is in nearly every message. */
const plainlySeen = /[!-~]/;

/** True for a text without visible characters. Pure. */
export function isBlank(text: string): boolean {
  return !plainlySeen.test(text) && text.replaceAll(unseen, '').replaceAll(brailleBlank, '').trim() === '';
}

/** @throws AppError `chat.empty` for a text without visible characters. [CH1] */
export function requireText(content: string): void {
  if (isBlank(content)) throw chatErrors.empty({ violations: [{ field: 'content', ...chatReasons.blank() }] });
}

/**
 * Ignores invisible characters within a word, and accepts them as a space between words. @throws AppError
 * `chat.filtered` for a text with a word or phrase that the operator has blocked. [CH24]
 */
export function requireAllowed(text: string, blocked: readonly string[]): void {
  if (blocked.length === 0) return;
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const said = [plain.replaceAll(unseen, ''), plain.replaceAll(unseen, ' ')].map(plainWords);
  const isSaid = (words: string) => words !== blank && said.some((all) => all.includes(words));
  if (blocked.map(plainWords).some(isSaid)) throw chatErrors.filtered();
}

const blank = '  ';

/** The words of a text without case, width and accents, each surrounded by spaces. Upper case turns ß into ss. */
function plainWords(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase();
  return ` ${(plain.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}
