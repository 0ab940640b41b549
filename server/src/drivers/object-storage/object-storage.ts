/**
 * An object store with the S3 protocol, such as AWS, MinIO, Garage or Ceph. It handles keys and bytes, but not their
 * meaning. [OS1]–[OS8]
 */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  type Part,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Clock } from '../../kernel/clock.ts';
import { type ObjectRange, readRange } from './range-reading.ts';
import { inBase64, type SignedPart, type SignedUrl, signPart } from './signed-urls.ts';
import { makeClient, type StorageAddress, type StorageTimes, usualTimes, within } from './storage-client.ts';
import { StorageFailed } from './storage-failed.ts';

/** A part stored by the object store. */
export interface UploadedPart {
  readonly partNumber: number;
  readonly sizeBytes: number;
  /** Lower-case hexadecimal, computed by the store. */
  readonly sha256: string;
  readonly etag: string;
}

/** A whole object. */
export interface ObjectInfo {
  readonly sizeBytes: number;
  /** For a multipart object: the SHA-256 of the parts' digests in base64, a hyphen, and the number of parts. */
  readonly checksum: string | undefined;
}

/** An open upload. */
export interface Upload {
  readonly key: string;
  readonly uploadId: string;
}

/** Callers may retry every method after a failure. All methods @throws StorageFailed. */
export interface ObjectStorage {
  /** Fails when the bucket is unreachable with these keys. */
  check(): Promise<void>;
  /** @returns the id of the upload. */
  beginUpload(key: string, mimeType: string): Promise<string>;
  /** An address for uploading a part, valid until `expiresAtMs`. Makes no request. */
  signPart(upload: Upload, part: SignedPart, expiresAtMs: number): Promise<SignedUrl>;
  /** Sorted by number. */
  listParts(upload: Upload): Promise<readonly UploadedPart[]>;
  /** Makes an object of `sizeBytes` from all parts. An existing object of this size counts as the result. */
  completeUpload(upload: Upload, parts: readonly UploadedPart[], sizeBytes: number): Promise<void>;
  /** Yields chunks as the connection delivers them. */
  read(key: string, range: ObjectRange, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Uploads a part from this server. The store verifies its checksum. */
  putPart(upload: Upload, part: SignedPart, bytes: Uint8Array): Promise<UploadedPart>;
  /** A whole object; undefined: there is none. */
  find(key: string): Promise<ObjectInfo | undefined>;
  /** Uploads a small object. The store verifies its checksum. */
  put(key: string, bytes: Uint8Array, sha256: string, mimeType: string): Promise<void>;
  /** Keys that begin with `prefix`. */
  list(prefix: string): Promise<readonly string[]>;
  /** Deletes the object and all open uploads of this key. */
  remove(key: string): Promise<void>;
  close(): void;
}

export interface ObjectStorageParts {
  readonly address: StorageAddress;
  readonly clock: Clock;
  readonly times?: StorageTimes;
}

type Inside = ReturnType<typeof openInside>;

export function makeObjectStorage(parts: ObjectStorageParts): ObjectStorage {
  const inside = openInside(parts);
  const { client, signer, Bucket, clock, times, ask } = inside;
  const secondsTo = (atMs: number) => (atMs - clock.nowMs()) / 1_000;
  return {
    check: () => checkBucket(inside),
    async beginUpload(Key, ContentType) {
      // A checksum of the parts' checksums: a full-object checksum would need the whole object.
      const checksums = { ChecksumAlgorithm: 'SHA256', ChecksumType: 'COMPOSITE' } as const;
      const command = new CreateMultipartUploadCommand({ Bucket, Key, ContentType, ...checksums });
      const { UploadId } = await ask('beginning an upload', (abortSignal) => client.send(command, { abortSignal }));
      if (UploadId === undefined) throw new StorageFailed('beginning an upload', 'wrong', 'NoUploadId');
      return UploadId;
    },
    signPart: ({ key, uploadId }, part, expiresAtMs) =>
      signPart(signer, { Bucket, Key: key, UploadId: uploadId }, part, secondsTo(expiresAtMs)),
    listParts: (upload) => listParts(inside, upload),
    completeUpload: (upload, uploaded, sizeBytes) => complete(inside, upload, uploaded, sizeBytes),
    read: (Key, range, signal) => readRange({ client, clock, times, object: { Bucket, Key } }, range, signal),
    putPart: (upload, part, bytes) => putPart(inside, upload, part, bytes),
    find: (key) => find(inside, key),
    async put(Key, Body, sha256, ContentType) {
      const command = new PutObjectCommand({ Bucket, Key, Body, ContentType, ChecksumSHA256: inBase64(sha256) });
      await ask('storing an object', (abortSignal) => client.send(command, { abortSignal }));
    },
    list: (prefix) => listKeys(inside, prefix),
    remove: (key) => remove(inside, key),
    close() {
      client.destroy();
      if (signer !== client) signer.destroy();
    },
  };
}

function openInside({ address, clock, times = usualTimes }: ObjectStorageParts) {
  const { endpoint, publicEndpoint = endpoint, bucket: Bucket } = address;
  const client: S3Client = makeClient(address, endpoint);
  const signer = publicEndpoint === endpoint ? client : makeClient(address, publicEndpoint);
  const ask = <T>(operation: string, work: (signal: AbortSignal) => Promise<T>) =>
    within(clock, times.requestMs, operation, work);
  return { client, signer, Bucket, clock, times, ask };
}

/** Relies on `IsTruncated` alone: stores differ in the other fields of the last page. */
function listParts({ client, Bucket, ask }: Inside, { key, uploadId }: Upload): Promise<readonly UploadedPart[]> {
  return ask('listing the parts', async (abortSignal) => {
    const found: UploadedPart[] = [];
    for (let marker: string | undefined; ; ) {
      const page = {
        Bucket,
        Key: key,
        UploadId: uploadId,
        ...(marker === undefined ? {} : { PartNumberMarker: marker }),
      };
      const answer = await client.send(new ListPartsCommand(page), { abortSignal });
      for (const part of answer.Parts ?? []) found.push(toPart(part));
      if (!answer.IsTruncated) return found.sort((a, b) => a.partNumber - b.partNumber);
      marker = String(answer.NextPartNumberMarker);
    }
  });
}

function listKeys({ client, Bucket, ask }: Inside, Prefix: string): Promise<readonly string[]> {
  return ask('listing objects', async (abortSignal) => {
    const keys: string[] = [];
    for (let token: string | undefined; ; ) {
      const page = { Bucket, Prefix, ...(token === undefined ? {} : { ContinuationToken: token }) };
      const answer = await client.send(new ListObjectsV2Command(page), { abortSignal });
      for (const { Key } of answer.Contents ?? []) if (Key !== undefined) keys.push(Key);
      token = answer.NextContinuationToken;
      if (!answer.IsTruncated || token === undefined) return keys;
    }
  });
}

function toPart({ PartNumber, Size, ChecksumSHA256, ETag }: Part): UploadedPart {
  // A store without checksums is unusable: nothing would prove which bytes a client has sent.
  if (PartNumber === undefined || Size === undefined || ETag === undefined || !ChecksumSHA256)
    throw new StorageFailed('listing the parts', 'wrong', 'NoChecksumOfPart');
  const sha256 = Buffer.from(ChecksumSHA256, 'base64').toString('hex');
  return { partNumber: PartNumber, sizeBytes: Size, sha256, etag: ETag };
}

/** [OS3] */
async function complete(
  inside: Inside,
  { key, uploadId }: Upload,
  parts: readonly UploadedPart[],
  sizeBytes: number,
): Promise<void> {
  const { client, Bucket, clock, times } = inside;
  const Parts = parts.map(({ partNumber, etag, sha256 }) => ({
    PartNumber: partNumber,
    ETag: etag,
    ChecksumSHA256: inBase64(sha256),
  }));
  const command = new CompleteMultipartUploadCommand({
    Bucket,
    Key: key,
    UploadId: uploadId,
    MultipartUpload: { Parts },
  });
  try {
    await within(clock, times.completeMs, 'completing an upload', (abortSignal) =>
      client.send(command, { abortSignal }),
    );
  } catch (cause) {
    // An earlier attempt may have succeeded although its response was lost.
    const found = await find(inside, key).catch(() => undefined);
    if (found?.sizeBytes !== sizeBytes) throw cause;
  }
}

async function putPart(
  { client, Bucket, ask }: Inside,
  { key, uploadId }: Upload,
  { partNumber, sizeBytes, sha256 }: SignedPart,
  Body: Uint8Array,
): Promise<UploadedPart> {
  const target = { Bucket, Key: key, UploadId: uploadId, PartNumber: partNumber };
  const command = new UploadPartCommand({ ...target, Body, ChecksumSHA256: inBase64(sha256) });
  const { ETag = '' } = await ask('storing a part', (abortSignal) => client.send(command, { abortSignal }));
  return { partNumber, sizeBytes, sha256, etag: ETag };
}

async function checkBucket({ client, Bucket, ask }: Inside): Promise<void> {
  const operation = 'looking for the bucket';
  try {
    await ask(operation, (abortSignal) => client.send(new HeadBucketCommand({ Bucket }), { abortSignal }));
  } catch (cause) {
    throw isMissing(cause) ? new StorageFailed(operation, 'wrong', 'NoSuchBucket, HTTP 404') : cause;
  }
}

async function find(inside: Inside, key: string): Promise<ObjectInfo | undefined> {
  const { client, Bucket, ask } = inside;
  const command = new HeadObjectCommand({ Bucket, Key: key, ChecksumMode: 'ENABLED' });
  try {
    const found = await ask('looking for an object', (abortSignal) => client.send(command, { abortSignal }));
    return { sizeBytes: found.ContentLength ?? 0, checksum: found.ChecksumSHA256 };
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    // The response to HEAD has no body, so it does not distinguish a missing object from a missing bucket.
    await checkBucket(inside).catch((other: unknown) => {
      if (other instanceof StorageFailed && other.reason === 'wrong') throw other;
    });
    return undefined;
  }
}

/** If the response to a begin was lost, the upload's id is unknown. So all uploads of the key are aborted. [OS6] */
async function remove({ client, Bucket, ask }: Inside, key: string): Promise<void> {
  const listing = new ListMultipartUploadsCommand({ Bucket, Prefix: key });
  const { Uploads = [] } = await ask('listing the uploads', (abortSignal) => client.send(listing, { abortSignal }));
  for (const { Key, UploadId } of Uploads) {
    if (Key !== key || UploadId === undefined) continue;
    const aborting = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
    await ignoringMissing(ask('ending an upload', (abortSignal) => client.send(aborting, { abortSignal })));
  }
  const deleting = new DeleteObjectCommand({ Bucket, Key: key });
  await ignoringMissing(ask('removing an object', (abortSignal) => client.send(deleting, { abortSignal })));
}

async function ignoringMissing(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof StorageFailed && cause.reason === 'missing';
}
