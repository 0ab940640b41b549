/** Longest display name in characters as people count them. */
const maxLength = 32;

/** True for a visible name of 1 to 32 characters, as people count them. The server checks more closely. [WDN1] */
export function isDisplayName(name: string): boolean {
  const characters = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(name.trim())];
  return characters.length <= maxLength && /[\p{L}\p{N}\p{P}\p{S}]/u.test(name);
}
