/**
 * True for a key that belongs to an input method, which writes one word out of several keys. Safari tells of the end of the word before the
 * key that ended it, and marks that key by its code alone (UI Events, section "Input Method Editors": 229).
 */
export function isComposing({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}
