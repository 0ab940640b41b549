/**
 * Addresses of files that members serve from their disks. They look like server addresses, so that all film readers
 * accept them, but they never resolve, and cannot be forged: a file is identified by the very headers object that was
 * made here. [MFP2]
 */
import type { UpstreamAddress } from '../resolved.ts';

/** The file, and the member who serves it. */
export interface MemberFileFacts {
  readonly roomId: string;
  readonly mediaId: string;
  /** The member who added the item: only they may serve its file. */
  readonly adderId: string;
  readonly sizeBytes: number;
  readonly fingerprint: string;
  readonly fileName: string;
}

type Headers = Readonly<Record<string, string>>;

const made = new WeakMap<Headers, MemberFileFacts>();

/** A replaced file of an item gets a new address, so that bytes of two files are never mixed. */
export function addressOfMemberFile(facts: MemberFileFacts): UpstreamAddress {
  const { mediaId, adderId, sizeBytes, fingerprint, fileName } = facts;
  // RFC 6761, section 6.4: names below `invalid` never resolve.
  const host = `${mediaId.replaceAll('_', '-')}.member-file.invalid`;
  const ending = /\.[a-z0-9]{1,8}$/i.exec(fileName)?.[0] ?? '';
  const headers: Headers = Object.freeze({ 'x-member-file': mediaId });
  made.set(headers, facts);
  return { url: `https://${host}/${adderId}/${sizeBytes}/${fingerprint}/file${ending}`, headers };
}

/** The file at the address with these headers; undefined: the headers belong to another server. */
export function memberFileOf(headers: Headers | undefined): MemberFileFacts | undefined {
  return headers && made.get(headers);
}
