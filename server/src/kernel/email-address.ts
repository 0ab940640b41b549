import { domainToASCII } from 'node:url';

/** An email address in its two stored forms. */
export interface EmailAddress {
  /** The form for sending mail: the local part as entered, the domain in lower case and in ASCII. */
  readonly address: string;
  /** The form for comparison: addresses that differ only in case have the same key. */
  readonly key: string;
}

/**
 * A dot-string (RFC 5321, section 4.1.2): no quotes, comments, spaces or control characters, so it cannot inject
 * anything into a mail header.
 */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
/** A host name of at least two labels (RFC 1123, section 2.1), where the last label is not a number. */
const domainName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * Reads exactly one address, without a display name. Converts internationalized domains to their ASCII form.
 * @returns undefined for anything else.
 */
export function parseEmailAddress(text: string): EmailAddress | undefined {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = domainToASCII(text.slice(at + 1));
  if (at < 1 || local.length > 64 || !localPart.test(local) || !domainName.test(domain)) return undefined;
  const address = `${local}@${domain}`;
  return address.length > 254 ? undefined : { address, key: address.toLowerCase() };
}
