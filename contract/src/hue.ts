/**
 * A hue, 0 to 359, so that people keep their colour: the same text has the same hue everywhere. FNV-1a with the last
 * step of MurmurHash3, because ids made together differ only in their last letters.
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

/** One or two initials of a name: the first letters of its first two words. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s_-]+/u).filter(Boolean);
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? '');
  return letters.join('').toLocaleUpperCase() || '?';
}
