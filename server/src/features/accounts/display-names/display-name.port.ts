import { isReservedName } from '../users/reserved-names.port.ts';
import { displayNameErrors } from './display-names.errors.ts';
import { looksLikeStaff } from './staff-names.ts';

/** Longest display name in grapheme clusters (Unicode Standard Annex 29). */
const maxLength = 32;
/** No script in use puts more marks on one character. More marks would cover the lines above and below. */
const maxMarks = 5;

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Converts a typed display name to its stored form: composed (NFC), single spaces between words.
 *
 * @throws AppError `display_names.too_long`, `display_names.too_many_marks`, `display_names.reserved`. [DN2] [DN3]
 */
export function readDisplayName(typed: string): string {
  const name = typed.normalize('NFC').replace(/\s+/gu, ' ').trim();
  const characters = Array.from(segmenter.segment(name), ({ segment }) => segment);
  if (characters.length > maxLength) throw displayNameErrors.too_long();
  if (characters.some(hasTooManyMarks)) throw displayNameErrors.too_many_marks();
  if (isReservedName(name) || looksLikeStaff(name)) throw displayNameErrors.reserved();
  return name;
}

function hasTooManyMarks(character: string): boolean {
  return (character.match(/\p{M}/gu)?.length ?? 0) > maxMarks;
}
