/**
 * Addresses of files that members give from their disks. They look like those of a server, so that everything that
 * reads films reads them, but no name server knows them, and nobody can write one: what counts is the very object of
 * headers that was made here. [MFP2]
 */
import type { UpstreamAddress } from '../resolved.ts';

/** Which file is read, and who gives it. */
export interface MemberFileFacts {
  readonly roomId: string;
  readonly mediaId: string;
  /** Who added the item: nobody else gives its file. */
  readonly adderId: string;
  readonly sizeBytes: number;
  readonly fingerprint: string;
  readonly fileName: string;
}

type Headers = Readonly<Record<string, string>>;

const made = new WeakMap<Headers, MemberFileFacts>();

/** Another file of the same item has another address, so the bytes of two files are never mixed. */
export function addressOfMemberFile(facts: MemberFileFacts): UpstreamAddress {
  const { mediaId, adderId, sizeBytes, fingerprint, fileName } = facts;
  // RFC 6761, section 6.4: no name below `invalid` is ever looked up.
  const host = `${mediaId.replaceAll('_', '-')}.member-file.invalid`;
  const ending = /\.[a-z0-9]{1,8}$/i.exec(fileName)?.[0] ?? '';
  const headers: Headers = Object.freeze({ 'x-member-file': mediaId });
  made.set(headers, facts);
  return { url: `https://${host}/${adderId}/${sizeBytes}/${fingerprint}/file${ending}`, headers };
}

/** The file whose address has these headers; undefined: they are of another server. */
export function memberFileOf(headers: Headers | undefined): MemberFileFacts | undefined {
  return headers && made.get(headers);
}
