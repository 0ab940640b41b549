import { type S3Client, type S3ClientConfig, S3Client as Store } from '@aws-sdk/client-s3';
import type { Clock } from '../../kernel/clock.ts';
import { StorageFailed } from './storage-failed.ts';

/** The store's address and credentials. */
export interface StorageAddress {
  readonly endpoint: string;
  /** The address for browsers, if not `endpoint`. */
  readonly publicEndpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True: the bucket is named in the path, not in the host name. */
  readonly isPathStyle: boolean;
}

/** Time limits of requests including retries, in milliseconds. */
export interface StorageTimes {
  readonly requestMs: number;
  /** For completing an upload: stores copy the parts, and take minutes for large ones. */
  readonly completeMs: number;
  /** Between two chunks of a body. */
  readonly idleMs: number;
}

export const usualTimes: StorageTimes = { requestMs: 15_000, completeMs: 120_000, idleMs: 30_000 };

/** The first attempt and two more: the library retries throttled, timed out and disconnected requests. */
const tries = 3;
const connectMs = 5_000;

/** `endpoint`: the target of our requests, or the clients' target in signed addresses. */
export function makeClient(address: StorageAddress, endpoint: string): S3Client {
  const { region, isPathStyle, accessKeyId, secretAccessKey } = address;
  const config: S3ClientConfig = {
    endpoint,
    region,
    forcePathStyle: isPathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: tries,
    // Otherwise the library adds a CRC32 of the empty body to addresses that it signs, and no part matches it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs },
  };
  return new Store(config);
}

/** Runs `work` with a signal that aborts after `timeMs`. @throws StorageFailed */
export async function within<T>(
  clock: Clock,
  timeMs: number,
  operation: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const cancel = clock.after(timeMs, () => ending.abort());
  try {
    return await work(ending.signal);
  } catch (cause) {
    if (ending.signal.aborted) throw new StorageFailed(operation, 'unreachable', 'TookTooLong');
    throw StorageFailed.of(operation, cause);
  } finally {
    cancel();
  }
}
