import { chatErrors, chatReasons } from '../chat.errors.ts';

/** @throws AppError `chat.empty` for a text of blanks. */
export function requireText(content: string): void {
  if (content.trim() !== '') return;
  throw chatErrors.empty({ violations: [{ field: 'content', ...chatReasons.blank() }] });
}

/** @throws AppError `chat.filtered` for a text with a word or phrase that the operator does not allow. [CH24] */
export function requireAllowed(content: string, blocked: readonly string[]): void {
  if (blocked.length === 0) return;
  const said = plainWords(content);
  if (blocked.map(plainWords).some((words) => words !== blank && said.includes(words))) throw chatErrors.filtered();
}

const blank = '  ';

/** The words of a text without case, width and accents, with a blank before and after each. Upper case makes ß the same as ss. */
function plainWords(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase();
  return ` ${(plain.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}
