/**
 * Decodes base64url without padding (RFC 4648, section 5). Returns undefined unless the text is the exact encoding of
 * its bytes. Node is more lenient: it skips foreign characters and ignores trailing bits when the length is not a
 * multiple of four (section 3.5), so several texts would decode to the same bytes. A text that proves something must
 * match the issued text exactly.
 */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
