import { Worker } from 'node:worker_threads';
import { toWebVtt } from '@matinee/subtitles/webvtt.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { makeFairSlots } from '../../../../kernel/queues/fair-slots.ts';
import { toDanmakuDocument } from '../danmaku/danmaku-document.ts';
import { proxyErrors } from '../proxy.errors.ts';

/** The conversion of a text: comments into the contract's form, or subtitles into WebVTT. */
export interface TextJob {
  readonly kind: 'danmaku' | 'vtt';
  readonly bytes: Uint8Array;
  /** The language of subtitles, as a tag; absent: unknown. */
  readonly language?: string;
}

/** Texts of at most this many bytes take a few milliseconds; longer ones are read in their own thread. */
const maxHereBytes = 256 * 1_024;
/** Memory of a thread in MiB, its longest time in milliseconds, and most threads at a time. */
const maxHeapMb = 256;
const longestMs = 20_000;
const atOnce = 2;
/** Most waiting texts. */
const maxWaiting = 100;

export type ReadText = (owner: string, job: TextJob) => Promise<Buffer | undefined>;

/**
 * Reads texts for users, who take turns. Undefined: the text is not of that kind. @throws Error when reading takes too
 * much time or memory, AppError `proxy.upstream_failed` while too many texts wait. [SB7]
 */
export function makeTextReader(clock: Clock): ReadText {
  const inSlot = makeFairSlots({ atOnce, maxWaiting, refusal: proxyErrors.upstream_failed });
  return async (owner, job) => {
    if (job.bytes.length <= maxHereBytes) {
      const text = job.kind === 'vtt' ? toWebVtt(job.bytes, job.language) : await toDanmakuDocument(job.bytes);
      return text === undefined ? undefined : Buffer.from(text);
    }
    return inSlot(owner, () => readApart(job, clock));
  };
}

function readApart(job: TextJob, clock: Clock): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(job);
    const end = (failure: Error | undefined, text?: Uint8Array) => {
      cancel();
      void worker.terminate();
      if (failure) reject(failure);
      else resolve(text && Buffer.from(text.buffer));
    };
    const cancel = clock.after(longestMs, () => end(new Error('reading the text took too long')));
    worker.on('error', (cause) => end(cause instanceof Error ? cause : new Error('the thread failed', { cause })));
    worker.on('exit', () => end(new Error('the thread ended before its time')));
    worker.on('message', ({ failed, text }: { readonly failed?: true; readonly text?: Uint8Array }) =>
      end(failed ? new Error('this is no text that can be read') : undefined, text),
    );
  });
}

/** The built worker, or its source in a checkout: on Node 20, flags alone do not make tsx work inside of a thread. */
function startWorker(workerData: TextJob): Worker {
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb }, stdout: true, stderr: true };
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./text-worker.js', import.meta.url), options);
  const source = new URL('./text-worker.ts', import.meta.url).href;
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
  return new Worker(code, { ...options, eval: true });
}
