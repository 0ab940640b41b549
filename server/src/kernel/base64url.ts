/**
 * Decodes base64url without padding (RFC 4648, section 5). Undefined for a text that is not the exact encoding of its
 * bytes. Node is more lenient: it skips foreign characters, and ignores the last bits where a text is not a multiple of
 * four (section 3.5). So several texts would mean the same. A text that proves something must be exactly the one that
 * was given out.
 */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
