import { type S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';

/** An address with which a client without keys may do one operation. */
export interface SignedUrl {
  readonly url: string;
  /** Headers covered by the signature, which must be sent unchanged. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The part that an address is signed for. */
export interface SignedPart {
  readonly partNumber: number;
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

const checksumHeader = 'x-amz-checksum-sha256';
/**
 * Longest validity of Signature Version 4: a week (Amazon S3 API reference, "Authenticating requests: query
 * parameters").
 */
const longestSeconds = 604_800;

/** Valid for this part alone: the signature covers its checksum and its length. [OS1] */
export async function signPart(
  client: S3Client,
  upload: { readonly Bucket: string; readonly Key: string; readonly UploadId: string },
  { partNumber, sizeBytes, sha256 }: SignedPart,
  seconds: number,
): Promise<SignedUrl> {
  const checksum = inBase64(sha256);
  const command = new UploadPartCommand({
    ...upload,
    PartNumber: partNumber,
    ContentLength: sizeBytes,
    ChecksumSHA256: checksum,
  });
  // By default the library puts the checksum into the query, where stores do not verify it.
  const unhoistableHeaders = new Set([checksumHeader]);
  const url = await getSignedUrl(client, command, { expiresIn: atMost(seconds), unhoistableHeaders });
  return { url, headers: { [checksumHeader]: checksum } };
}

/** A SHA-256 in the store's encoding. */
export function inBase64(sha256: string): string {
  return Buffer.from(sha256, 'hex').toString('base64');
}

function atMost(seconds: number): number {
  return Math.max(1, Math.min(longestSeconds, Math.floor(seconds)));
}
