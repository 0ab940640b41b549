/**
 * Characters that no name has, as the inside of a character class: controls, line and paragraph separators, characters
 * that turn the direction of text (Unicode Standard Annex 9), and characters that show nothing. Joiners of emoji and
 * letters (U+200C, U+200D) are allowed. Patterns of the contract have the same characters; a test compares them.
 */
export const hiddenCharacters =
  '\\x00-\\x1f\\x7f-\\x9f\u00ad\u061c\u115f-\u1160\u180e\u200b\u200e-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb';

const hidden = new RegExp(`[${hiddenCharacters}]`, 'u');

/** True for text with a character that shows nothing or turns the direction of the text around it. */
export function hasHiddenCharacter(text: string): boolean {
  return hidden.test(text);
}

const allHidden = new RegExp(`[${hiddenCharacters}]+`, 'gu');

/** Text of another server, with a space in place of each hidden character. */
export function withoutHiddenCharacters(text: string): string {
  return text.replace(allHidden, ' ').trim();
}
