/** Parses `text` as a JSON object. Gives an empty object when it is none. */
export function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The header (0) or the claims (1) of a token whose signature is not verified. Empty when there are none. */
export function partOf(token: unknown, index: 0 | 1): Readonly<Record<string, unknown>> {
  return objectIn(Buffer.from(String(token).split('.')[index] ?? '', 'base64url').toString());
}
