import { type Clock, pause } from '../../../kernel/clock.ts';
import type { BackupEvent } from '../../../store/backup/write-backup.ts';
import { BackupFailure, type BackupTarget } from './targets/backup-target.ts';

/** A run without progress for this long (ms) is aborted; completing a large object takes up to two minutes. [BU6] */
const stallMs = 180_000;
/** Longest run, in milliseconds. */
const longestMs = 6 * 3_600_000;
const watchPeriodMs = 5_000;
/** Longest pause between two chunks of an archive, in milliseconds. */
const longestPauseMs = 50;

export interface RunParts {
  readonly name: string;
  readonly target: BackupTarget;
  readonly write: (signal: AbortSignal) => AsyncIterable<BackupEvent>;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
}

/** A finished archive. */
export interface Archive {
  readonly sizeBytes: number;
  readonly rows: number;
  readonly sha256: string;
}

/**
 * Makes one archive. It pauses for as long as it works, so that users notice no load. A target that hangs is abandoned
 * after a while: its archive cannot appear any more. @throws BackupFailure and failures of the database and the object
 * store
 */
export async function runBackup({ name, target, write, clock, stopping }: RunParts): Promise<Archive> {
  const ending = new AbortController();
  const startedAtMs = clock.nowMs();
  let movedAtMs = startedAtMs;
  const onProgress = () => {
    movedAtMs = clock.nowMs();
  };
  const result = { sizeBytes: 0, rows: 0, sha256: '' };
  async function* bytes(): AsyncIterable<Buffer> {
    for (const events = write(ending.signal)[Symbol.asyncIterator](); ; ) {
      const sinceMs = clock.nowMs();
      const next = await events.next();
      if (next.done) return;
      const event = next.value;
      if (event.kind === 'end') Object.assign(result, { rows: event.rows, sha256: event.sha256 });
      if (event.kind !== 'data') continue;
      result.sizeBytes += event.bytes.length;
      yield event.bytes;
      ending.signal.throwIfAborted();
      onProgress();
      const restMs = Math.min(clock.nowMs() - sinceMs, longestPauseMs);
      if (restMs > 0) await pause(clock, restMs, ending.signal);
    }
  }
  const ended = endOf(ending, stopping);
  const cancel = clock.every(watchPeriodMs, () => {
    const nowMs = clock.nowMs();
    if (nowMs - movedAtMs > stallMs) ending.abort(new BackupFailure('the target or the database did not answer'));
    else if (nowMs - startedAtMs > longestMs) ending.abort(new BackupFailure('it took longer than six hours'));
  });
  try {
    await Promise.race([target.write(name, bytes(), { signal: ending.signal, onProgress }), ended]);
    return result;
  } catch (cause) {
    throw ending.signal.aborted ? ending.signal.reason : cause;
  } finally {
    cancel();
    ending.abort();
  }
}

/** Rejects when the run is aborted, or the process stops. */
function endOf(ending: AbortController, stopping: AbortSignal): Promise<never> {
  const stop = () => ending.abort(new BackupFailure('the server was stopped'));
  if (stopping.aborted) stop();
  stopping.addEventListener('abort', stop, { once: true });
  return new Promise((_, reject) => {
    const end = () => {
      stopping.removeEventListener('abort', stop);
      reject(ending.signal.reason as Error);
    };
    if (ending.signal.aborted) end();
    else ending.signal.addEventListener('abort', end, { once: true });
  });
}
