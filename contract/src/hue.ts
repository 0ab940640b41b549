/**
 * A hue, 0 to 359, that is the same for the same text everywhere (FNV-1a with the last step of MurmurHash3, since ids that were made together
 * differ in their last letters only), so that people keep their colour.
 */
export function hueOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % 360;
}

/** One or two letters that stand for a name: the first of its first two words. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s_-]+/u).filter(Boolean);
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? '');
  return letters.join('').toLocaleUpperCase() || '?';
}
