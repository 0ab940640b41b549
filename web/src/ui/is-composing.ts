/**
 * True for a key that belongs to an input method, which makes one word out of several keys. Safari reports the end of
 * the word before the key that ended it, and marks that key only by its code (UI Events, section "Input Method
 * Editors": 229).
 */
export function isComposing({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}
