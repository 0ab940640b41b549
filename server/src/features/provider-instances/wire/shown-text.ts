import { hiddenCharacters } from '@matinee/contract/shown-text.ts';

const hidden = new RegExp(`[${hiddenCharacters}]+`, 'gu');

/** Text of another server, without characters that show nothing or turn its direction. */
export function shownText(text: string): string {
  return text.replace(hidden, ' ').trim();
}
