import { chatErrors, chatReasons } from '../chat.errors.ts';

/** What takes no room when it is drawn: marks of direction, joiners, fillers, soft hyphens (UAX #44). */
const unseen = /\p{DI}/gu;
/** A blank that is no white space to Unicode: the empty pattern of Braille. */
const brailleBlank = '\u2800';

/** What nearly every message has. */
const plainlySeen = /[!-~]/;

/** @throws AppError `chat.empty` for a text in which there is nothing to be seen. [CH1] */
export function requireText(content: string): void {
  if (plainlySeen.test(content)) return;
  if (content.replaceAll(unseen, '').replaceAll(brailleBlank, '').trim() !== '') return;
  throw chatErrors.empty({ violations: [{ field: 'content', ...chatReasons.blank() }] });
}

/**
 * What nobody sees may stand within a word, or in the place of the blank between two. @throws AppError `chat.filtered` for a text with
 * a word or phrase that the operator does not allow. [CH24]
 */
export function requireAllowed(text: string, blocked: readonly string[]): void {
  if (blocked.length === 0) return;
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const said = [plain.replaceAll(unseen, ''), plain.replaceAll(unseen, ' ')].map(plainWords);
  const isSaid = (words: string) => words !== blank && said.some((all) => all.includes(words));
  if (blocked.map(plainWords).some(isSaid)) throw chatErrors.filtered();
}

const blank = '  ';

/** The words of a text without case, width and accents, with a blank before and after each. Upper case makes ß the same as ss. */
function plainWords(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase();
  return ` ${(plain.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}
