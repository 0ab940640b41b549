import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import { logFailedWork } from '../../../../kernel/failed-work.ts';
import type { Ids } from '../../../../kernel/ids.ts';
import type { Log } from '../../../../kernel/log.ts';
import type { Database } from '../../../../store/database.ts';
import type { FileBackend } from '../backends/file-backend.ts';
import { copyBytes } from './copy-bytes.ts';
import * as store from './moving.store.ts';

export interface MovingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** The configured backend for the files of each kind. */
  readonly places: readonly store.Place[];
  /** @throws Error for a backend that is not configured. */
  readonly named: (name: string) => FileBackend;
}

export interface Moved {
  readonly contents: number;
  readonly bytes: number;
  /** Contents that could not be moved, with the reason. */
  readonly failures: readonly { readonly id: string; readonly reason: string }[];
  /** Number of contents that are still in another backend, without the failed ones. */
  readonly left: number;
  /** Last content of this call: the next call continues after it. */
  readonly lastId: string;
}

/** Time limit of one call, in milliseconds. It finishes the content that it has begun. */
const turnMs = 10_000;
/** Time limit for one content, in milliseconds. */
const contentMs = 600_000;
/** When copied bytes that were never used, because the server was killed, are freed, in milliseconds. */
const givenUpMs = 86_400_000;

/**
 * Moves bytes to the configured backends of their files, starting after the content `afterId`. Each content is copied
 * and compared before its files use the copy, and the old bytes stay for a day: even if the server is killed at any
 * moment, every file stays readable. [FI40]–[FI43]
 */
export async function moveFiles(parts: MovingParts, afterId: string): Promise<Moved> {
  const { db, clock, log, places } = parts;
  const endsAtMs = clock.nowMs() + turnMs;
  const failures: { id: string; reason: string }[] = [];
  let [lastId, contents, bytes] = [afterId, 0, 0];
  while (clock.nowMs() < endsAtMs) {
    const next = await store.findMisplaced(db.query(), places, lastId);
    if (!next) break;
    lastId = next.id;
    try {
      await moveOne(parts, next);
      contents++;
      bytes += next.size_bytes;
    } catch (err) {
      logFailedWork(log, err, 'the bytes of a file could not be moved', { content: next.id });
      failures.push({ id: next.id, reason: (err as Error).message });
    }
  }
  return { contents, bytes, failures, lastId, left: await store.countMisplaced(db.query(), places, lastId) };
}

async function moveOne({ db, clock, ids, named }: MovingParts, content: store.Misplaced): Promise<void> {
  const to = named(content.target);
  const location = ids.make('blob');
  await store.freeUnlessKept(db.query(), location, to.name, dateOf(clock.nowMs() + givenUpMs));
  const ending = new AbortController();
  const cancel = clock.after(contentMs, () => ending.abort(new Error('it took too long')));
  try {
    const copied = {
      location: content.id,
      mimeType: content.detected_type ?? 'application/octet-stream',
      sizeBytes: content.size_bytes,
      partSizeBytes: content.part_size_bytes,
      manifestSha256: content.manifest_sha256,
    };
    await copyBytes(named(content.backend), to, copied, location, ending.signal);
  } finally {
    cancel();
  }
  const at = dateOf(clock.nowMs());
  const isTaken = await db.write((tx) =>
    store.takeOver(tx.query<store.MovingTables>(), content, { id: location, backend: to.name }, at),
  );
  if (!isTaken) throw new Error('the file was removed meanwhile');
}
