/** Parses `text` as a JSON object. Returns an empty object for any other text. */
export function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The header (0) or the claims (1) of a token, without verifying its signature. Empty if there are none. */
export function partOf(token: unknown, index: 0 | 1): Readonly<Record<string, unknown>> {
  return objectIn(Buffer.from(String(token).split('.')[index] ?? '', 'base64url').toString());
}
