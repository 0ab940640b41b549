import { type EmailAddress, parseEmailAddress } from '../../../kernel/email-address.ts';
import { emailErrors, emailReasons } from '../../record/email-addresses/email-addresses.errors.ts';

/** Parses the address of a request. @throws AppError `emails.invalid_address`. */
export function readAddress(text: string): EmailAddress {
  const found = parseEmailAddress(text.trim());
  if (!found)
    throw emailErrors.invalid_address({ violations: [{ field: 'email', ...emailReasons.not_one_address() }] });
  return found;
}

/**
 * Whether the allow-list accepts an address. Its entries are addresses, and domains without their subdomains. An empty
 * list accepts all. Pure. [EM9]
 */
export function isAllowed({ key }: EmailAddress, list: { enabled: boolean; entries: readonly string[] }): boolean {
  if (!list.enabled || list.entries.length === 0) return true;
  const domain = key.slice(key.lastIndexOf('@') + 1);
  return list.entries.some((entry) => entry.toLowerCase() === key || entry.toLowerCase() === domain);
}

/** `a***@example.org`: enough for the owner to recognise the address, and little for others. Pure. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}***${address.slice(at)}`;
}

/**
 * The page that a mail links to. The code is in the URL fragment, which browsers do not send to servers (RFC 9110,
 * section 4.2.5). Pure.
 */
export function mailedLink(publicUrl: string, kind: string, address: string, code: string): string {
  return `${publicUrl}/verify#${new URLSearchParams({ kind, email: address, token: code })}`;
}
