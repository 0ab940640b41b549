import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { Clock } from '../../kernel/clock.ts';
import type { StorageTimes } from './storage-client.ts';
import { StorageFailed } from './storage-failed.ts';

/** A byte range of an object, both ends inclusive. */
export interface ObjectRange {
  readonly start: number;
  readonly end: number;
}

export interface Reading {
  readonly client: S3Client;
  readonly clock: Clock;
  readonly times: StorageTimes;
  readonly object: { readonly Bucket: string; readonly Key: string };
}

const operation = 'reading';
/** Reading gives up after this many breaks in a row without a single byte. */
const breaksInARow = 5;

/**
 * The bytes of a range. When a connection breaks, another one continues at that point. The ETag of the first response
 * ensures that the object is the same. [OS4] [OS5] @throws StorageFailed
 */
export async function* readRange(
  reading: Reading,
  { start, end }: ObjectRange,
  signal?: AbortSignal,
): AsyncIterable<Uint8Array> {
  let at = start;
  let tag: string | undefined;
  for (let breaks = 0; at <= end; ) {
    try {
      for await (const piece of answerOf(reading, { start: at, end }, tag, signal, (found) => {
        tag = found;
      })) {
        at += piece.length;
        breaks = 0;
        yield piece;
      }
      if (at <= end) throw new StorageFailed(operation, 'unreachable', 'BodyTooShort');
    } catch (cause) {
      if (signal?.aborted) throw new StorageFailed(operation, 'unreachable', 'CallerGone');
      const failure = StorageFailed.of(operation, cause);
      if (failure.reason !== 'unreachable' || ++breaks > breaksInARow) throw failure;
    }
  }
}

/** One response. Only the store's silence is timed: callers may read slowly. */
async function* answerOf(
  { client, clock, times, object }: Reading,
  { start, end }: ObjectRange,
  tag: string | undefined,
  signal: AbortSignal | undefined,
  onTag: (tag: string | undefined) => void,
): AsyncIterable<Uint8Array> {
  const ending = new AbortController();
  const onAbort = () => ending.abort();
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  let cancel = clock.after(times.idleMs, onAbort);
  try {
    const Range = `bytes=${start}-${end}`;
    const command = new GetObjectCommand({ ...object, Range, ...(tag === undefined ? {} : { IfMatch: tag }) });
    const answer = await client.send(command, { abortSignal: ending.signal });
    onTag(answer.ETag);
    const body = answer.Body as (AsyncIterable<Uint8Array> & { destroy(): void }) | undefined;
    if (!body) throw new StorageFailed(operation, 'unreachable', 'NoBody');
    ending.signal.addEventListener('abort', () => body.destroy(), { once: true });
    for await (const piece of body) {
      cancel();
      yield piece;
      cancel = clock.after(times.idleMs, onAbort);
    }
    if (ending.signal.aborted) throw new StorageFailed(operation, 'unreachable', 'TookTooLong');
  } finally {
    cancel();
    signal?.removeEventListener('abort', onAbort);
    // A caller that stops reading leaves no open request.
    ending.abort();
  }
}
