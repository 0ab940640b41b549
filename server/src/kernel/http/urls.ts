/**
 * Parses a text as a URL, relative to `base` if given; undefined if it is invalid. Use this instead of `URL.canParse`,
 * which Node.js 20 and 22 answer wrongly for texts with letters such as ä, once V8 has optimised the call.
 */
export function readUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Whether a text is a URL. See `readUrl`. */
export function isUrl(text: string, base?: string | URL): boolean {
  return readUrl(text, base) !== undefined;
}
