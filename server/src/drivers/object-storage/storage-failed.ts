/**
 * Why the store failed. `missing`: no such object, upload or part. `refused`: wrong keys or missing rights. `wrong`:
 * the store does not accept the request. `unreachable`: no usable response in time.
 */
export type StorageReason = 'missing' | 'refused' | 'wrong' | 'unreachable';

/** The message has the operation and the store's own error code; it never contains keys or signed addresses. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
  readonly reason: StorageReason;

  constructor(operation: string, reason: StorageReason, code: string) {
    super(`object storage: ${operation} failed: ${code} (${reason})`);
    this.reason = reason;
  }

  /** Omits `cause` on purpose: the library's errors hold whole requests, with their signatures. [OS7] */
  static of(operation: string, cause: unknown): StorageFailed {
    if (cause instanceof StorageFailed) return cause;
    const { name = 'Error', code, $metadata } = cause as Failure;
    const status = $metadata?.httpStatusCode;
    return new StorageFailed(operation, reasonOf(name, status), shortCode(code ?? name, status));
  }
}

interface Failure {
  readonly name?: string;
  /** Error code of the connection: `ECONNREFUSED`. */
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Codes of the S3 API (Amazon S3 API reference, "Error responses"). */
const missing = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound', 'InvalidPart']);

function reasonOf(name: string, status: number | undefined): StorageReason {
  // A missing bucket must not look like a missing object.
  if (name === 'NoSuchBucket') return 'wrong';
  if (missing.has(name) || status === 404) return 'missing';
  if (status === 401 || status === 403) return 'refused';
  if (status !== undefined && status >= 400 && status < 500) return 'wrong';
  return 'unreachable';
}

/** Codes are single words. A longer text comes from the store unchecked, so it is omitted. */
function shortCode(code: string, status: number | undefined): string {
  const word = /^[A-Za-z0-9_]{1,60}$/.test(code) ? code : 'Error';
  return status === undefined ? word : `${word}, HTTP ${status}`;
}
