import { type S3Client, type S3ClientConfig, S3Client as Store } from '@aws-sdk/client-s3';
import type { Clock } from '../../kernel/clock.ts';
import { StorageFailed } from './storage-failed.ts';

/** Where the store is and how to sign in. */
export interface StorageAddress {
  readonly endpoint: string;
  /** Where browsers reach the store, if not at `endpoint`. */
  readonly publicEndpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True: the bucket is named in the path, not in the host name. */
  readonly isPathStyle: boolean;
}

/** Time limits of requests with their repetitions, in milliseconds. */
export interface StorageTimes {
  readonly requestMs: number;
  /** For putting parts together: stores copy them, and take minutes for large ones. */
  readonly completeMs: number;
  /** Between two pieces of a body. */
  readonly idleMs: number;
}

export const usualTimes: StorageTimes = { requestMs: 15_000, completeMs: 120_000, idleMs: 30_000 };

/** The first try and two more: the library repeats requests that were throttled, timed out or lost their connection. */
const tries = 3;
const connectMs = 5_000;

/** `endpoint` is where our requests go or, in signed addresses, where clients send theirs. */
export function makeClient(address: StorageAddress, endpoint: string): S3Client {
  const { region, isPathStyle, accessKeyId, secretAccessKey } = address;
  const config: S3ClientConfig = {
    endpoint,
    region,
    forcePathStyle: isPathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: tries,
    // Otherwise the library adds a CRC32 of the empty body to addresses that it signs, and no part fits them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs },
  };
  return new Store(config);
}

/** Runs `work` with a signal that ends it after `timeMs`. @throws StorageFailed */
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
