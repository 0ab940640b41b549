import { type S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';

/** An address at which a client without keys may do one thing. */
export interface SignedUrl {
  readonly url: string;
  /** Headers that the signature covers and that must be sent as they are. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Bytes that an address is signed for. */
export interface SignedPart {
  readonly partNumber: number;
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

const checksumHeader = 'x-amz-checksum-sha256';
/** Signature Version 4 allows a week (Amazon S3 API reference, "Authenticating requests: query parameters"). */
const longestSeconds = 604_800;

/** Good for this part alone: the signature covers its checksum and its length. [OS1] */
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
  // The library would put the checksum into the query, where stores do not compare it with the bytes.
  const unhoistableHeaders = new Set([checksumHeader]);
  const url = await getSignedUrl(client, command, { expiresIn: atMost(seconds), unhoistableHeaders });
  return { url, headers: { [checksumHeader]: checksum } };
}

/** A SHA-256 as the store writes it. */
export function inBase64(sha256: string): string {
  return Buffer.from(sha256, 'hex').toString('base64');
}

function atMost(seconds: number): number {
  return Math.max(1, Math.min(longestSeconds, Math.floor(seconds)));
}
