/**
 * The bytes of a text in base64url without padding (RFC 4648, section 5); undefined for a text that these bytes are not written as.
 * Node reads more leniently: it skips foreign characters, and ignores the last bits where a text is not a multiple of four (section
 * 3.5), so that several texts would mean the same. What proves something must be the very text that was given out.
 */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
