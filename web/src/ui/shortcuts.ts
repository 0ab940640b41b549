import { makeStoredChoice } from './stored-choice.ts';

/**
 * Whether letters, digits and signs alone are shortcuts. People who speak their texts, or press keys by accident, switch
 * them off (WCAG 2.2, 2.1.4).
 */
export const letterShortcuts = makeStoredChoice('matinee.letterShortcuts', (stored) =>
  stored === 'off' ? 'off' : 'on',
);

/** False for keys that are held with Ctrl, Alt or the like, and for letters, digits and signs that are switched off. */
export function mayBeShortcut({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return letterShortcuts.get() === 'on' || key === ' ' || key.length !== 1;
}
